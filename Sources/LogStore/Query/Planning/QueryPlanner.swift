/// Chooses the candidates of a query: the fewest that contain all results.
///
/// Only conditions that can neither throw nor be skipped choose candidates, and each candidate is tested with
/// the whole filter all the same, so that a choice can never change an answer.
struct QueryPlanner<Source: RecordSource> {
  /// The state to query.
  let reader: GraphReader<Source>
  /// The entities whose objects are asked for.
  let entities: [EntityID]
  /// The entity asked for.
  let entity: EntityID

  init(_ query: RecordQuery, _ reader: GraphReader<Source>) {
    self.reader = reader
    entity = query.entity
    entities = query.includesSubentities ? reader.catalog.family(of: query.entity) : [query.entity]
  }

  /// The candidates for a folded filter.
  func candidates(for filter: FilterExpression?) -> QueryCandidates {
    guard let filter else { return .scan(entities) }
    if case .constant(let value) = filter { return value == .bool(true) ? .scan(entities) : .nothing }
    let terms = filter.conjuncts.filter(\.isTotal)
    if let ids = terms.compactMap({ identifiers($0) }).min(by: { $0.count < $1.count }) {
      return .identifiers(Array(Set(ids)).sorted())
    }
    return index(terms) ?? referrers(terms) ?? .scan(entities)
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

  /// The property and the constant that a condition makes it equal to.
  private func equality(_ term: FilterExpression) -> (PropertyID, StoredValue)? {
    guard case .compare(.equal, let a, let b) = term else { return nil }
    let (value, constant) = a.constantValue == nil ? (a, b.constantValue) : (b, a.constantValue)
    guard let constant else { return nil }
    switch value {
    case .attribute(let path, let property) where path == FilterPath(): return (property, constant)
    case .identity(let path) where path.variable == 0 && path.hops.count == 1: return (path.hops[0], constant)
    default: return nil
    }
  }

  /// An index whose whole key is made equal to constants.
  private func index(_ terms: [FilterExpression]) -> QueryCandidates? {
    var constants: [PropertyID: StoredValue] = [:]
    for term in terms {
      guard let (property, constant) = equality(term), isIndexable(property, constant) else { continue }
      if constants[property] == nil { constants[property] = constant }
    }
    if constants.isEmpty { return nil }
    var best: QueryCandidates?
    var fewest = Int.max
    for definition in reader.catalog.lineage(of: entity) {
      for key in definition.uniqueness + definition.indexes where !key.isEmpty {
        let values = key.compactMap { constants[$0] }
        guard values.count == key.count,
          let found = reader.source.indexLookup(entity: entity, properties: key, values: values),
          found.count < fewest
        else { continue }
        best = .index(key, found)
        fewest = found.count
      }
    }
    return best
  }

  /// Whether equal values have equal index keys and the constant is of the kind that the index holds.
  private func isIndexable(_ property: PropertyID, _ constant: StoredValue) -> Bool {
    let attribute = reader.catalog.attribute(property)
    // Records from before the attribute was added have its default without holding it, let alone an index.
    if let attribute, !attribute.defaultValue.isNull, attribute.defaultValue.isEqual(to: constant) {
      return false
    }
    let kind = attribute?.kind ?? .reference
    switch (ValueClass(kind), constant) {
    case (.bool, .bool), (.signed, .int), (.unsigned, .uint), (.uuid, .uuid), (.string, .string),
      (.reference, .reference):
      return true
    case (.floating, .double(let value)), (.date, .date(let value)): return !value.isNaN
    case (.floating, .float(let value)): return !value.isNaN
    default: return false
    }
  }

  /// The objects that refer to a captured one.
  private func referrers(_ terms: [FilterExpression]) -> QueryCandidates? {
    for term in terms {
      guard let (property, constant) = equality(term), case .reference(let target) = constant,
        let relationship = reader.catalog.relationship(property), !relationship.isToMany
      else { continue }
      if let owners = owners(of: target, relationship) { return .referrers(property, owners) }
    }
    return nil
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
