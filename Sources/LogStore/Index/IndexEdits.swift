/// Changes of the indexes, gathered record by record and applied at once: sorted, so that neighbours in an
/// index are changed one after another, which is several times as fast as in the order of the records.
struct IndexEdits: ~Copyable {
  private let plans: CatalogPlans
  private var encoder = KeyEncoder()
  private var newObjects: [[UInt64]]
  private var goneObjects: [[UInt64]]
  private var newMembers: [(key: MemberKey, value: UInt64)] = []
  private var goneMembers: [MemberKey] = []
  private var newReferrers: [(key: ReferrerKey, value: UInt64)] = []
  private var goneReferrers: [ReferrerKey] = []
  private var newTexts: [TextKey] = []
  private var goneTexts: [TextKey] = []
  private var newKeys: [[SecondaryKey]]
  private var goneKeys: [[SecondaryKey]]

  init(_ plans: CatalogPlans) {
    self.plans = plans
    let entities = Int(plans.catalog.entities.last?.id.rawValue ?? 0) + 1
    newObjects = Array(repeating: [], count: entities)
    goneObjects = newObjects
    newKeys = Array(repeating: [], count: plans.indexes.count)
    goneKeys = newKeys
  }

  // MARK: Gathering

  /// An object that was not there.
  mutating func insert(_ id: ObjectID, _ record: RecordView) {
    newObjects[Int(record.layout.entity.rawValue)].append(id.rawValue)
    guard let plan = plans[record.layout] else { return }
    for link in plan.links { addLink(link, id, record) }
    for text in plan.texts where Self.isDenormal(text, record) {
      newTexts.append(TextKey(property: text.property, object: id))
    }
    for key in plan.keys {
      encoder.encode(key, record)
      newKeys[key.index].append(encoder.key(id.rawValue))
    }
  }

  /// An object that goes.
  mutating func remove(_ id: ObjectID, _ record: RecordView) {
    goneObjects[Int(record.layout.entity.rawValue)].append(id.rawValue)
    guard let plan = plans[record.layout] else { return }
    for link in plan.links { removeLink(link, id, record) }
    for text in plan.texts where Self.isDenormal(text, record) {
      goneTexts.append(TextKey(property: text.property, object: id))
    }
    for key in plan.keys {
      encoder.encode(key, record)
      goneKeys[key.index].append(encoder.key(id.rawValue))
    }
  }

  /// An object whose record changes.
  mutating func replace(_ id: ObjectID, _ old: RecordView, by new: RecordView) {
    guard old.layout === new.layout, let plan = plans[new.layout] else {
      remove(id, old)
      return insert(id, new)
    }
    for link in plan.links {
      let isKept =
        RecordView.haveEqualField(link.field, old, new)
        && (link.orderKey.map { RecordView.haveEqualField($0, old, new) } ?? true)
      if isKept { continue }
      removeLink(link, id, old)
      addLink(link, id, new)
    }
    for text in plan.texts where !RecordView.haveEqualField(text.field, old, new) {
      let key = TextKey(property: text.property, object: id)
      if Self.isDenormal(text, old) { goneTexts.append(key) }
      if Self.isDenormal(text, new) { newTexts.append(key) }
    }
    for key in plan.keys {
      let isKept = key.parts.allSatisfy { part in
        part.field.map { RecordView.haveEqualField($0, old, new) } ?? true
      }
      if isKept { continue }
      encoder.encode(key, old)
      let before = encoder.key(id.rawValue)
      encoder.encode(key, new)
      let after = encoder.key(id.rawValue)
      guard before != after else { continue }
      goneKeys[key.index].append(before)
      newKeys[key.index].append(after)
    }
  }

  /// An edge that was not there.
  mutating func insert(_ id: ObjectID, _ edge: EdgePayload) {
    newMembers.append((Self.memberKey(edge), id.rawValue))
    switch end(of: edge) {
    case .mirror(let key): newMembers.append((key, id.rawValue))
    case .referrer(let key): newReferrers.append((key, id.rawValue))
    case .none: break
    }
  }

  /// An edge that goes.
  mutating func remove(_ edge: EdgePayload) {
    goneMembers.append(Self.memberKey(edge))
    switch end(of: edge) {
    case .mirror(let key): goneMembers.append(key)
    case .referrer(let key): goneReferrers.append(key)
    case .none: break
    }
  }

  /// The entry of one index for an object that has been in the other indexes before the index was made.
  mutating func insert(_ id: ObjectID, _ record: RecordView, intoIndexes numbers: Set<Int>) {
    guard let plan = plans[record.layout] else { return }
    for text in plan.texts where Self.isDenormal(text, record) {
      newTexts.append(TextKey(property: text.property, object: id))
    }
    for key in plan.keys where numbers.contains(key.index) {
      encoder.encode(key, record)
      newKeys[key.index].append(encoder.key(id.rawValue))
    }
  }

  private static func isDenormal(_ text: LayoutPlan.Text, _ record: RecordView) -> Bool {
    record.isPresent(text.field) && !NormalText.isNormal(record.bytes(text.field))
  }

  private mutating func addLink(_ link: LayoutPlan.Link, _ id: ObjectID, _ record: RecordView) {
    guard record.isPresent(link.field) else { return }
    switch link.kind {
    case .member(let inverse): newMembers.append((Self.memberKey(link, inverse, id, record), 0))
    case .referrer: newReferrers.append((Self.referrerKey(link, id, record), 0))
    case .none: break
    }
  }

  private mutating func removeLink(_ link: LayoutPlan.Link, _ id: ObjectID, _ record: RecordView) {
    guard record.isPresent(link.field) else { return }
    switch link.kind {
    case .member(let inverse): goneMembers.append(Self.memberKey(link, inverse, id, record))
    case .referrer: goneReferrers.append(Self.referrerKey(link, id, record))
    case .none: break
    }
  }

  // MARK: Keys of relationships

  /// Where an edge is listed besides under its owner.
  private enum End {
    case mirror(MemberKey)
    case referrer(ReferrerKey)
    case none
  }

  private func end(of edge: EdgePayload) -> End {
    guard let inverse = plans.catalog.relationship(edge.relationship)?.inverse else {
      return .referrer(
        ReferrerKey(target: edge.target, relationship: edge.relationship, owner: edge.owner)
      )
    }
    // A relationship that is its own inverse is symmetric: both ends see the other.
    guard inverse != edge.relationship || edge.owner != edge.target else { return .none }
    return .mirror(
      MemberKey(owner: edge.target, relationship: inverse, place: edge.targetKey, target: edge.owner)
    )
  }

  private static func memberKey(_ edge: EdgePayload) -> MemberKey {
    MemberKey(
      owner: edge.owner,
      relationship: edge.relationship,
      place: edge.ownerKey,
      target: edge.target
    )
  }

  /// The entry of a child under the owner that its slot names.
  static func memberKey(
    _ link: LayoutPlan.Link,
    _ inverse: PropertyID,
    _ id: ObjectID,
    _ record: RecordView
  ) -> MemberKey {
    let place = link.orderKey.map { UInt64(littleEndian: record.load($0, as: UInt64.self)) } ?? 0
    return MemberKey(owner: record.reference(link.field), relationship: inverse, place: place, target: id)
  }

  private static func referrerKey(
    _ link: LayoutPlan.Link,
    _ id: ObjectID,
    _ record: RecordView
  ) -> ReferrerKey {
    ReferrerKey(target: record.reference(link.field), relationship: link.relationship, owner: id)
  }

  // MARK: Applying

  /// Changes the indexes of a state.
  consuming func apply(to state: inout IndexState) {
    for entity in newObjects.indices where entity < state.extents.count {
      state.extents[entity].remove(sorted: Self.sorted(goneObjects[entity]))
      state.extents[entity].insert(sorted: Self.sorted(newObjects[entity]).map { ($0, ()) })
    }
    state.members.remove(sorted: goneMembers.sorted())
    state.members.insert(sorted: newMembers.sorted { $0.key < $1.key })
    state.referrers.remove(sorted: goneReferrers.sorted())
    state.referrers.insert(sorted: newReferrers.sorted { $0.key < $1.key })
    state.denormalTexts.remove(sorted: goneTexts.sorted())
    state.denormalTexts.insert(sorted: newTexts.sorted().map { ($0, ()) })
    for index in newKeys.indices where index < state.secondary.count {
      state.secondary[index].remove(sorted: goneKeys[index].sorted())
      state.secondary[index].insert(sorted: newKeys[index].sorted().map { ($0, ()) })
    }
  }

  private static func sorted(_ ids: [UInt64]) -> [UInt64] {
    zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 } ? ids : ids.sorted()
  }
}
