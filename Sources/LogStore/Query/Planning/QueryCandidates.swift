/// Where a query finds its candidates.
enum QueryCandidates {
  /// There are none.
  case nothing
  /// All objects of these entities.
  case scan([EntityID])
  /// Objects named by the condition.
  case identifiers([ObjectID])
  /// Objects named by an index.
  case index(IndexScan)
  /// Objects that refer to one object.
  case referrers(PropertyID, [ObjectID])
}
