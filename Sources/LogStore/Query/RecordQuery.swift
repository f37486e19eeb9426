/// A question to a snapshot: which objects, in which order, how many.
package struct RecordQuery: Sendable {
  /// One key of the order: an attribute reached through to-one relationships. Null sorts first when
  /// ascending. Equal objects are ordered by id.
  package struct SortKey: Sendable {
    package var path: FilterPath
    package var attribute: PropertyID
    package var ascending: Bool
    /// A replacement for Swift's order of strings (localised order): negative, zero, positive.
    package var stringOrder: (@Sendable (String, String) -> Int)?

    package init(
      path: FilterPath = FilterPath(),
      attribute: PropertyID,
      ascending: Bool = true,
      stringOrder: (@Sendable (String, String) -> Int)? = nil
    ) {
      self.path = path
      self.attribute = attribute
      self.ascending = ascending
      self.stringOrder = stringOrder
    }
  }

  /// Objects of this entity are asked for.
  package var entity: EntityID
  /// Whether those of the entities below it are too.
  package var includesSubentities: Bool
  /// The condition; nil admits all.
  package var filter: FilterExpression?
  /// The order; ties and an empty list are settled by id.
  package var sort: [SortKey]
  /// Largest number of results; nil for no bound.
  package var limit: Int?
  /// Number of results to leave out at the start.
  package var offset: Int

  package init(
    entity: EntityID,
    includesSubentities: Bool = true,
    filter: FilterExpression? = nil,
    sort: [SortKey] = [],
    limit: Int? = nil,
    offset: Int = 0
  ) {
    self.entity = entity
    self.includesSubentities = includesSubentities
    self.filter = filter
    self.sort = sort
    self.limit = limit
    self.offset = offset
  }

  /// Number of results, counted from the first, that matter where some are left out at the start; nil if all do.
  package static func bound(limit: Int?, offset: Int) -> Int? {
    limit.map { limit in
      let (sum, overflow) = limit.addingReportingOverflow(max(0, offset))
      return overflow ? .max : sum
    }
  }
}
