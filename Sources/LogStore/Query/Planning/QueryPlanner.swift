/// Chooses the candidates of a query: what costs least of all that contains every result.
///
/// Only conditions that can neither throw nor be skipped choose candidates, and each candidate is tested with
/// the whole filter all the same unless the choice itself says that the filter holds, so that a choice can
/// never change an answer.
struct QueryPlanner<Source: RecordSource> {
  /// The state to query.
  let reader: GraphReader<Source>
  /// The entities whose objects are asked for.
  let entities: [EntityID]
  /// The entity asked for.
  let entity: EntityID
  /// The condition, folded; nil if all objects fulfil it.
  let filter: FilterExpression?
  private let query: RecordQuery
  private let terms: [FilterExpression]
  /// Numbers of the terms that `entities` stands for.
  private let typeTerms: Set<Int>

  init(_ query: RecordQuery, _ reader: GraphReader<Source>) {
    self.query = query
    self.reader = reader
    entity = query.entity
    let filter = query.filter?.folded()
    self.filter = filter?.constantValue == .bool(true) ? nil : filter
    terms = self.filter?.conjuncts ?? []
    var entities = query.includesSubentities ? reader.catalog.family(of: query.entity) : [query.entity]
    var typeTerms: Set<Int> = []
    for (number, term) in terms.enumerated() {
      switch term {
      case .isKind(let path, let kind) where path == FilterPath():
        entities.removeAll { !reader.catalog.isKind($0, of: kind) }
      case .not(.isKind(let path, let kind)) where path == FilterPath():
        entities.removeAll { reader.catalog.isKind($0, of: kind) }
      default: continue
      }
      typeTerms.insert(number)
    }
    self.entities = entities
    self.typeTerms = typeTerms
  }

  /// Whether being among the candidates of some terms is all that the filter asks.
  func isImplied(by terms: Set<Int>) -> Bool { typeTerms.union(terms).count == self.terms.count }

  /// The candidates.
  func candidates() -> QueryCandidates {
    if case .constant = filter { return .nothing }
    if entities.isEmpty { return .nothing }
    let total = terms.filter(\.isTotal)
    if let ids = total.compactMap({ identifiers($0) }).min(by: { $0.count < $1.count }) {
      return .identifiers(Array(Set(ids)).sorted())
    }
    let objects = entities.reduce(0) { $0 + reader.source.count(of: $1) }
    let bounds = self.bounds(terms)
    var best = QueryCandidates.scan(entities)
    // In units of a record read in the order of ids; beginning a scan costs a little, too.
    var cost = Double(objects + 16)
    if let (property, owners) = referrers(bounds) {
      let price = Self.randomRead * Double(owners.count)
      if price < cost {
        cost = price
        best = .referrers(property, owners)
      }
    }
    for scan in indexScans(query, bounds) {
      let price = self.price(of: scan, objects)
      if price < cost {
        cost = price
        best = .index(scan)
      }
    }
    return best
  }

  /// Reading a record anywhere instead of the next one.
  private static var randomRead: Double { 4 }

  private func price(of scan: IndexScan, _ objects: Int) -> Double {
    let isImplied = scan.isExact && isImplied(by: scan.terms)
    var visited = Double(scan.candidateCount)
    if scan.isOrdered, let limit = query.limit {
      // Without a filter that may refuse candidates, no more are visited than are asked for.
      let wanted = Double(limit) + Double(max(0, query.offset))
      visited = min(visited, isImplied ? wanted : 8 * wanted)
    }
    // Where the index itself answers, no record is read.
    return visited * (isImplied && (scan.isOrdered || query.sort.isEmpty) ? 0.05 : Self.randomRead)
  }

  /// The ids to which a condition restricts the object.
  private func identifiers(_ term: FilterExpression) -> [ObjectID]? {
    switch term {
    case .compare(.equal, let a, let b):
      guard isIdentity(a) || isIdentity(b) else { return nil }
      if case .constant(.reference(let id)) = b { return [id] }
      if case .constant(.reference(let id)) = a { return [id] }
      return nil
    case .membership(let value, let values):
      guard isIdentity(value) else { return nil }
      return values.compactMap { if case .reference(let id) = $0 { id } else { nil } }
    default: return nil
    }
  }

  private func isIdentity(_ value: FilterExpression) -> Bool {
    if case .identity(let path) = value { return path == FilterPath() }
    return false
  }

  /// The fewest objects that refer to a captured one.
  private func referrers(_ bounds: [PropertyID: PropertyBounds]) -> (PropertyID, [ObjectID])? {
    var best: (PropertyID, [ObjectID])?
    guard bounds.keys.contains(where: { reader.catalog.relationship($0) != nil }) else { return nil }
    for (property, bound) in bounds.sorted(by: { $0.key < $1.key }) {
      guard let points = bound.points, points.count <= 1,
        let relationship = reader.catalog.relationship(property)
      else { continue }
      var owners: [ObjectID]? = []
      for case .reference(let target) in points { owners = self.owners(of: target, relationship) }
      guard points.first?.isNull != true, let owners, owners.count < best?.1.count ?? .max else { continue }
      best = (property, owners)
    }
    return best
  }

  /// The objects whose to-one relationship leads to a target, from whichever index knows them.
  private func owners(of target: ObjectID, _ relationship: RelationshipDefinition) -> [ObjectID]? {
    guard let inverse = relationship.inverse, let other = reader.catalog.relationship(inverse) else {
      return reader.source.referrers(of: target, relationship.id)
    }
    if other.isToMany { return reader.source.members(of: target, inverse) }
    // Both ends are slots: the target's own names the owner. If it cannot be read, a scan will say so.
    guard
      let owner = try? reader.source.withRecord(
        target,
        { (view, _) throws(StoreError) in view.layout.fieldIndex(of: inverse).map { view.reference($0) } }
      )
    else { return nil }
    return owner.flatMap { $0.isNone ? nil : [$0] } ?? []
  }
}
