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
  let terms: [FilterExpression]
  /// Numbers of the terms that `entities` stands for.
  private let typeTerms: TermSet

  init(_ query: RecordQuery, _ reader: GraphReader<Source>) {
    self.query = query
    self.reader = reader
    entity = query.entity
    let filter = query.filter?.folded()
    self.filter = filter?.constantValue == .bool(true) ? nil : filter
    terms = self.filter?.conjuncts ?? []
    var entities = query.includesSubentities ? reader.catalog.family(of: query.entity) : [query.entity]
    var typeTerms = TermSet()
    for (number, term) in terms.enumerated() {
      switch term {
      case .isKind(let path, let kind) where path.isObject:
        entities.removeAll { !reader.catalog.isKind($0, of: kind) }
      case .not(.isKind(let path, let kind)) where path.isObject:
        entities.removeAll { reader.catalog.isKind($0, of: kind) }
      default: continue
      }
      typeTerms.insert(number)
    }
    self.entities = entities
    self.typeTerms = typeTerms
  }

  /// Whether being among the candidates of some terms is all that the filter asks.
  func isImplied(by terms: TermSet) -> Bool { typeTerms.union(terms).count == self.terms.count }

  /// The candidates.
  func candidates() -> QueryCandidates {
    if case .constant = filter { return .nothing }
    if entities.isEmpty { return .nothing }
    if let ids = fewestIdentifiers() { return .identifiers(Array(Set(ids)).sorted()) }
    let objects = entities.reduce(0) { $0 + reader.source.count(of: $1) }
    let bounds = self.bounds()
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
    let scans = indexScans(query, bounds)
    if case .scan = best, scans.count == 1, highestPrice(of: scans[0]) < cost { return .index(scans[0]) }
    for scan in scans {
      scan.count = count(of: scan)
      let price = self.price(of: scan)
      if price < cost {
        cost = price
        best = .index(scan)
      }
    }
    return best
  }

  /// Reading a record anywhere instead of the next one.
  private static var randomRead: Double { 4 }

  private func price(of scan: IndexScan) -> Double {
    min(Double(count(of: scan) + scan.others.count), mostVisited(scan) ?? .infinity) * priceOfOne(scan)
  }

  /// What a walk costs at most, whatever it finds; infinite if that depends on how many entries there are.
  private func highestPrice(of scan: IndexScan) -> Double {
    if scan.count != nil { return price(of: scan) }
    return mostVisited(scan).map { $0 * priceOfOne(scan) } ?? .infinity
  }

  /// How many candidates a walk visits at most because of the limit; nil if all.
  private func mostVisited(_ scan: IndexScan) -> Double? {
    guard scan.isOrdered, let limit = query.limit else { return nil }
    // Without a filter that may refuse candidates, no more are visited than are asked for.
    let wanted = Double(limit) + Double(max(0, query.offset))
    return isAll(scan) ? wanted : 8 * wanted
  }

  /// Where the index itself answers, no record is read.
  private func priceOfOne(_ scan: IndexScan) -> Double {
    isAll(scan) && (scan.isOrdered || query.sort.isEmpty) ? 0.05 : Self.randomRead
  }

  /// Whether the entries of a walk are the results.
  private func isAll(_ scan: IndexScan) -> Bool { scan.isExact && isImplied(by: scan.terms) }

  /// The shortest list of ids to which a term restricts the object.
  private func fewestIdentifiers() -> [ObjectID]? {
    var fewest: [ObjectID]?
    for term in terms {
      guard let ids = identifiers(term), term.isTotal else { continue }
      if ids.count < fewest?.count ?? .max { fewest = ids }
    }
    return fewest
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
    if case .identity(let path) = value { return path.isObject }
    return false
  }

  /// The fewest objects that refer to a captured one.
  private func referrers(_ bounds: Bounds) -> (PropertyID, [ObjectID])? {
    var best: (PropertyID, [ObjectID])?
    guard bounds.contains(where: { reader.catalog.isRelationship($0.property) }) else { return nil }
    for (property, bound) in bounds.sorted(by: { $0.property < $1.property }) {
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
