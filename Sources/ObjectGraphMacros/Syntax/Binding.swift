/// One variable of a `var` or `let` declaration.
struct Binding: Equatable {
  /// The name as written, back-ticks included; nil for a tuple pattern.
  var name: String?
  var pattern: Range<Int>
  var type: Range<Int>?
  var initializer: Range<Int>?
  var accessors: AccessorBlock?
  /// From the pattern to the last character.
  var range: Range<Int>
}
