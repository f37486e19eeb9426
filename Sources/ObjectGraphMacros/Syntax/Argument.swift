/// One argument of an attribute or macro, with the ranges of its text.
struct Argument: Equatable {
  var label: String?
  var value: Range<Int>
  /// Label and value together.
  var range: Range<Int>
}
