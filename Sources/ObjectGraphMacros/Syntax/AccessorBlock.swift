/// The block in braces behind a property, as far as it matters who stores the value.
struct AccessorBlock: Equatable {
  /// `willSet` or `didSet` of a stored property.
  struct Observer: Equatable {
    /// The user's name for the value; nil means `newValue` or `oldValue`.
    var parameter: String?
    /// The statements between the braces.
    var body: Range<Int>
  }

  enum Kind: Equatable {
    case computed
    case observed(willSet: Observer?, didSet: Observer?)
  }

  var kind: Kind
  var range: Range<Int>
}
