/// A modifier such as `public`, `private(set)` or `nonisolated(unsafe)`.
struct Modifier: Equatable {
  var name: String
  /// What stands in parentheses behind it.
  var detail: String?
  var range: Range<Int>
}
