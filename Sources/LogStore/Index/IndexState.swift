/// All in-memory indexes of one version of the store. A value: copying it is O(1), and changing a copy leaves
/// the original alone (every part is copy-on-write).
package struct IndexState: Sendable {
  /// Marks an id of an EDGE record in `kinds`; entity numbers stay below it.
  package static let edgeKind: UInt16 = 0xFFFF

  /// Number of the newest commit in it.
  package var sequence: SequenceNumber = 0
  package var plans: CatalogPlans
  package var segments = SegmentTable()
  /// Seed of the record hashes.
  package let hashSeed: UInt64
  /// Directory of the store, for messages.
  package let path: String
  /// id → where its record lies.
  package var locations = PersistentArray<UInt64>(defaultElement: 0)
  /// id → its entity, `edgeKind`, or 0 for nothing.
  package var kinds = PersistentArray<UInt16>(defaultElement: 0)
  /// The objects of exactly each entity, by the number of the entity.
  package var extents: [OrderedMap<UInt64, Void>] = []
  /// Targets of to-many relationships; the value is the id of the EDGE record, 0 for derived ones.
  package var members = OrderedMap<MemberKey, UInt64>()
  /// One-way references; the value is the id of the EDGE record, 0 for slots.
  package var referrers = OrderedMap<ReferrerKey, UInt64>()
  /// Unique keys, by the number of the constraint.
  package var unique: [OrderedMap<SecondaryKey, Void>] = []
  /// Where the catalog's records lie: the schema and each layout.
  package var catalogLocations: [UInt64] = []
  /// HISTORY records by sequence number.
  package var history = OrderedMap<UInt64, UInt64>()
  /// Bytes of records that a compaction would keep, apart from history.
  package var liveBytes = 0

  package init(catalog: Catalog, hashSeed: UInt64, path: String) {
    plans = CatalogPlans(catalog)
    self.hashSeed = hashSeed
    self.path = path
    adopt(catalog)
  }

  /// The catalog of this version.
  package var catalog: Catalog { plans.catalog }

  /// Takes another catalog into use; numbers of entities and constraints only grow.
  package mutating func adopt(_ catalog: Catalog) {
    plans = CatalogPlans(catalog)
    let highest = Int(catalog.entities.last?.id.rawValue ?? 0)
    while extents.count <= highest { extents.append(OrderedMap()) }
    while unique.count < plans.constraints.count { unique.append(OrderedMap()) }
  }

  /// The entity of an object; nil if there is none with that id.
  package func entity(of id: ObjectID) -> EntityID? {
    let kind = kinds[id.rawValue]
    return kind == 0 || kind == Self.edgeKind ? nil : EntityID(rawValue: kind)
  }

  /// Adds an object's record, or replaces the record it has.
  ///
  /// - Parameter old: The record it had.
  package mutating func put(
    _ id: ObjectID,
    _ record: RecordView,
    at location: Location,
    replacing old: RecordView?
  ) {
    if let old { removeLinks(of: id, old) }
    let entity = record.layout.entity
    let kind = kinds[id.rawValue]
    if kind != entity.rawValue {
      if kind != 0, Int(kind) < extents.count { _ = extents[Int(kind)].removeValue(forKey: id.rawValue) }
      kinds[id.rawValue] = entity.rawValue
      extents[Int(entity.rawValue)].updateValue((), forKey: id.rawValue)
    }
    locations[id.rawValue] = location.word
    addLinks(of: id, record)
  }

  /// Removes an object.
  package mutating func remove(_ id: ObjectID, _ old: RecordView) {
    removeLinks(of: id, old)
    let kind = Int(kinds[id.rawValue])
    if kind < extents.count { _ = extents[kind].removeValue(forKey: id.rawValue) }
    kinds[id.rawValue] = 0
    locations[id.rawValue] = 0
  }

  /// Adds an edge.
  package mutating func putEdge(_ id: ObjectID, _ edge: EdgePayload, at location: Location) {
    kinds[id.rawValue] = Self.edgeKind
    locations[id.rawValue] = location.word
    forEachKey(of: edge) {
      $0.members.updateValue(id.rawValue, forKey: $1)
    } referrer: {
      $0.referrers.updateValue(id.rawValue, forKey: $1)
    }
  }

  /// Removes an edge.
  package mutating func removeEdge(_ id: ObjectID, _ edge: EdgePayload) {
    kinds[id.rawValue] = 0
    locations[id.rawValue] = 0
    forEachKey(of: edge) {
      _ = $0.members.removeValue(forKey: $1)
    } referrer: {
      _ = $0.referrers.removeValue(forKey: $1)
    }
  }

  private mutating func forEachKey(
    of edge: EdgePayload,
    member: (inout IndexState, MemberKey) -> Void,
    referrer: (inout IndexState, ReferrerKey) -> Void
  ) {
    member(
      &self,
      MemberKey(owner: edge.owner, relationship: edge.relationship, place: edge.ownerKey, target: edge.target)
    )
    if let inverse = catalog.relationship(edge.relationship)?.inverse {
      // A relationship that is its own inverse is symmetric: both ends see the other.
      guard inverse != edge.relationship || edge.owner != edge.target else { return }
      member(
        &self,
        MemberKey(owner: edge.target, relationship: inverse, place: edge.targetKey, target: edge.owner)
      )
    } else {
      referrer(
        &self,
        ReferrerKey(target: edge.target, relationship: edge.relationship, owner: edge.owner)
      )
    }
  }

  /// Adds what the slots of a record say to the indexes.
  package mutating func addLinks(of id: ObjectID, _ record: RecordView) {
    guard let plan = plans[record.layout] else { return }
    for link in plan.links where record.isPresent(link.field) {
      let target = record.reference(link.field)
      switch link.kind {
      case .member(let inverse):
        members.updateValue(0, forKey: memberKey(id, record, link, inverse, target))
      case .referrer:
        referrers.updateValue(
          0,
          forKey: ReferrerKey(target: target, relationship: link.relationship, owner: id)
        )
      case .none: break
      }
    }
    for key in plan.keys {
      guard let bytes = SecondaryKey.bytes(of: key.fields, in: record) else { continue }
      unique[key.constraint].updateValue((), forKey: SecondaryKey(bytes: bytes, id: id.rawValue))
    }
  }

  private mutating func removeLinks(of id: ObjectID, _ record: RecordView) {
    guard let plan = plans[record.layout] else { return }
    for link in plan.links where record.isPresent(link.field) {
      let target = record.reference(link.field)
      switch link.kind {
      case .member(let inverse):
        _ = members.removeValue(forKey: memberKey(id, record, link, inverse, target))
      case .referrer:
        _ = referrers.removeValue(
          forKey: ReferrerKey(target: target, relationship: link.relationship, owner: id)
        )
      case .none: break
      }
    }
    for key in plan.keys {
      guard let bytes = SecondaryKey.bytes(of: key.fields, in: record) else { continue }
      _ = unique[key.constraint].removeValue(forKey: SecondaryKey(bytes: bytes, id: id.rawValue))
    }
  }

  private func memberKey(
    _ id: ObjectID,
    _ record: RecordView,
    _ link: LayoutPlan.Link,
    _ inverse: PropertyID,
    _ target: ObjectID
  ) -> MemberKey {
    let place = link.orderKey.map { UInt64(littleEndian: record.load($0, as: UInt64.self)) } ?? 0
    return MemberKey(owner: target, relationship: inverse, place: place, target: id)
  }
}
