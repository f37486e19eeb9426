/// A property whose values may be in files of their own.
struct ExternalProperty: Sendable {
  /// Place in the property table.
  var index: Int
  /// Place in records of the write layout.
  var field: Int
}
