/// Entries of the indexes, gathered in any order and sorted once: much faster than one insertion each.
struct BulkContents {
  private var extents: [[UInt64]]
  private var members: [(MemberKey, UInt64)] = []
  private var referrers: [(ReferrerKey, UInt64)] = []
  private var unique: [[SecondaryKey]]

  init(entities: Int, constraints: Int) {
    extents = Array(repeating: [], count: entities)
    unique = Array(repeating: [], count: constraints)
  }

  /// What an edge says.
  mutating func add(_ edge: EdgePayload, id: UInt64, inverse: PropertyID?) {
    let key = MemberKey(
      owner: edge.owner,
      relationship: edge.relationship,
      place: edge.ownerKey,
      target: edge.target
    )
    members.append((key, id))
    guard let inverse else {
      let referrer = ReferrerKey(target: edge.target, relationship: edge.relationship, owner: edge.owner)
      return referrers.append((referrer, id))
    }
    guard inverse != edge.relationship || edge.owner != edge.target else { return }
    let mirror = MemberKey(
      owner: edge.target,
      relationship: inverse,
      place: edge.targetKey,
      target: edge.owner
    )
    members.append((mirror, id))
  }

  /// What the slots of an object's record say.
  mutating func add(_ record: RecordView, _ plan: LayoutPlan?, id: UInt64) {
    extents[Int(record.layout.entity.rawValue)].append(id)
    guard let plan else { return }
    for link in plan.links where record.isPresent(link.field) {
      let target = record.reference(link.field)
      let owner = ObjectID(rawValue: id)
      switch link.kind {
      case .member(let inverse):
        let place = link.orderKey.map { UInt64(littleEndian: record.load($0, as: UInt64.self)) } ?? 0
        members.append((MemberKey(owner: target, relationship: inverse, place: place, target: owner), 0))
      case .referrer:
        referrers.append((ReferrerKey(target: target, relationship: link.relationship, owner: owner), 0))
      case .none: break
      }
    }
    for key in plan.keys {
      guard let bytes = SecondaryKey.bytes(of: key.fields, in: record) else { continue }
      unique[key.constraint].append(SecondaryKey(bytes: bytes, id: id))
    }
  }

  /// Sorts everything into place.
  consuming func build(into state: inout IndexState) {
    for (entity, ids) in extents.enumerated() where !ids.isEmpty {
      state.extents[entity] = Self.map(ids.map { ($0, ()) })
    }
    state.members = Self.map(members.sorted { $0.0 < $1.0 })
    state.referrers = Self.map(referrers.sorted { $0.0 < $1.0 })
    for (constraint, keys) in unique.enumerated() where !keys.isEmpty {
      state.unique[constraint] = Self.map(keys.sorted().map { ($0, ()) })
    }
  }

  /// A key that occurs twice (a damaged store that verifies all the same) is kept once.
  private static func map<Key: Comparable, Value>(_ sorted: [(Key, Value)]) -> OrderedMap<Key, Value> {
    var builder = OrderedMapBuilder<Key, Value>()
    for (key, value) in sorted { _ = builder.append(key, value) }
    return builder.finish()
  }
}
