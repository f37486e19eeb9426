/// Changes of the indexes, gathered record by record and applied at once: sorted, so that neighbours in an
/// index are changed one after another, which is several times as fast as in the order of the records.
struct IndexEdits: ~Copyable {
  private let plans: CatalogPlans
  /// Ids from here on were never used in the state to change.
  private let firstNew: UInt64
  private var encoder = KeyEncoder()
  private var objects: [SortedEdits<UInt64, Void>]
  private var members = SortedEdits<MemberKey, UInt64>()
  private var referrers = SortedEdits<ReferrerKey, UInt64>()
  private var texts = SortedEdits<TextKey, Void>()
  private var keys: [SortedEdits<SecondaryKey, Void>]
  private var blobs = SortedEdits<BlobKey, UInt64>()
  private var blobBytes = 0

  /// - Parameter state: The one to change, as it is before any of these changes.
  init(_ state: IndexState) {
    plans = state.plans
    firstNew = state.locations.count
    let entities = Int(plans.catalog.entities.last?.id.rawValue ?? 0) + 1
    objects = Array(repeating: SortedEdits(), count: entities)
    keys = Array(repeating: SortedEdits(), count: plans.indexes.count)
  }

  // MARK: Gathering

  /// An object that was not there.
  mutating func insert(_ id: ObjectID, _ record: RecordView) {
    edit(id.rawValue >= firstNew ? .insertNew : .insert, id, record)
  }

  /// An object that goes.
  mutating func remove(_ id: ObjectID, _ record: RecordView) { edit(.remove, id, record) }

  @inline(__always)
  private mutating func edit(_ change: IndexChange, _ id: ObjectID, _ record: RecordView) {
    objects[Int(record.layout.entity.rawValue)].add(change, id.rawValue, ())
    guard let plan = plans[record.layout] else { return }
    for link in plan.links { edit(change, link, id, record) }
    for field in plan.externals { edit(change, record.blob(field), of: id) }
    for text in plan.texts where Self.isDenormal(text, record) {
      texts.add(change, TextKey(property: text.property, object: id), ())
    }
    for number in plan.keys.indices {
      let key = plan.keys[number]
      encoder.encode(key, record)
      keys[key.index].add(change, encoder.key(id.rawValue), ())
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
      edit(.remove, link, id, old)
      edit(.insert, link, id, new)
    }
    for field in plan.externals where !RecordView.haveEqualField(field, old, new) {
      edit(.remove, old.blob(field), of: id)
      edit(.insert, new.blob(field), of: id)
    }
    for text in plan.texts where !RecordView.haveEqualField(text.field, old, new) {
      let key = TextKey(property: text.property, object: id)
      if Self.isDenormal(text, old) { texts.add(.remove, key, ()) }
      if Self.isDenormal(text, new) { texts.add(.insert, key, ()) }
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
      keys[key.index].add(.remove, before, ())
      keys[key.index].add(.insert, after, ())
    }
  }

  /// An edge that was not there.
  mutating func insert(_ id: ObjectID, _ edge: EdgePayload) { edit(.insert, edge, id.rawValue) }

  /// An edge that goes.
  mutating func remove(_ edge: EdgePayload) { edit(.remove, edge, 0) }

  private mutating func edit(_ change: IndexChange, _ edge: EdgePayload, _ id: UInt64) {
    members.add(change, Self.memberKey(edge), id)
    switch end(of: edge) {
    case .mirror(let key): members.add(change, key, id)
    case .referrer(let key): referrers.add(change, key, id)
    case .none: break
    }
  }

  /// The entry of one index for an object that has been in the other indexes before the index was made.
  mutating func insert(_ id: ObjectID, _ record: RecordView, intoIndexes numbers: Set<Int>) {
    guard let plan = plans[record.layout] else { return }
    for text in plan.texts where Self.isDenormal(text, record) {
      texts.add(.insert, TextKey(property: text.property, object: id), ())
    }
    for key in plan.keys where numbers.contains(key.index) {
      encoder.encode(key, record)
      keys[key.index].add(.insert, encoder.key(id.rawValue), ())
    }
  }

  private static func isDenormal(_ text: LayoutPlan.Text, _ record: RecordView) -> Bool {
    record.isPresent(text.field) && !NormalText.isNormal(record.bytes(text.field))
  }

  private mutating func edit(
    _ change: IndexChange,
    _ link: LayoutPlan.Link,
    _ id: ObjectID,
    _ record: RecordView
  ) {
    guard record.isPresent(link.field) else { return }
    switch link.kind {
    case .member(let inverse): members.add(change, Self.memberKey(link, inverse, id, record), 0)
    case .referrer: referrers.add(change, Self.referrerKey(link, id, record), 0)
    case .none: break
    }
  }

  /// A blob that an object has or gives up. It may have been another object's before: never taken for a new one.
  private mutating func edit(_ change: IndexChange, _ blob: BlobReference?, of id: ObjectID) {
    guard let blob else { return }
    let isGone = change == .remove
    blobs.add(isGone ? .remove : .insert, BlobKey(blob.id), id.rawValue)
    let size = Int(clamping: min(blob.length, BlobFormat.largest))
    // Forged lengths may be any: what goes cancels what came, whatever overflows between.
    blobBytes &+= isGone ? 0 &- size : size
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
    for entity in objects.indices where entity < state.extents.count {
      objects[entity].apply(to: &state.extents[entity])
    }
    members.apply(to: &state.members)
    referrers.apply(to: &state.referrers)
    texts.apply(to: &state.denormalTexts)
    blobs.apply(to: &state.blobs)
    state.blobBytes &+= blobBytes
    for index in keys.indices where index < state.secondary.count {
      keys[index].apply(to: &state.secondary[index])
    }
  }
}
