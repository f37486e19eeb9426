import LogStore

/// A structured attribute on the way to one of its fields.
struct StructuredTerm {
  /// The object that has the attribute.
  var owner: ObjectTerm
  /// Key path from that object to the value reached so far.
  var keyPath: AnyKeyPath
  /// The whole attribute.
  var attribute: FilterExpression
}
