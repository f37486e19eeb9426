extension GraphChange {
  /// An edge as seen from one of its ends.
  private struct End {
    var other: ObjectID
    var edge: ObjectID
    var place: UInt64
  }

  /// Makes the EDGE records agree with the lists that the batch states. Where both ends of a many-to-many
  /// relationship are stated and contradict each other, the end that keeps the edges decides.
  mutating func resolveEdges(newID: () -> ObjectID) throws(StoreError) {
    var mirrored: [Overlay.MemberKey] = []
    var primaries: [Overlay.MemberKey] = []
    for key in listOrder where !deleted.contains(key.owner) {
      guard let relationship = catalog.relationship(key.relationship), let list = lists[key] else { continue }
      switch catalog.storage(of: relationship) {
      case .edges:
        primaries.append(key)
        try apply(list, of: key, relationship, primary: relationship.id, stated: [:], newID)
      case .edgesOfInverse: mirrored.append(key)
      case .derived, .slot: break
      }
    }
    guard !mirrored.isEmpty else { return }
    let stated = Dictionary(primaries.map { ($0, Set(lists[$0] ?? [])) }) { $1 }
    for key in mirrored {
      guard let relationship = catalog.relationship(key.relationship), let list = lists[key],
        case .edgesOfInverse(let primary) = catalog.storage(of: relationship)
      else { continue }
      try apply(list, of: key, relationship, primary: primary, stated: stated, newID)
    }
  }

  /// The edges of one end as they will be, by place.
  private func ends(of key: Overlay.MemberKey) throws(StoreError) -> [End] {
    var ends: [End] = []
    base.forEachMember(of: key.owner, key.relationship) { member, edge in
      let id = ObjectID(rawValue: edge)
      guard edges.leavesAlone(id) else { return }
      ends.append(End(other: ObjectID(rawValue: member.target), edge: id, place: member.place))
    }
    edges.forEachPut(at: key) { id, edge in
      if edge.owner == key.owner, edge.relationship == key.relationship {
        ends.append(End(other: edge.target, edge: id, place: edge.ownerKey))
      } else {
        ends.append(End(other: edge.owner, edge: id, place: edge.targetKey))
      }
    }
    return ends.sorted { $0.place < $1.place }
  }

  /// - Parameter stated: What the ends that keep the edges want, where they say it.
  private mutating func apply(
    _ list: [ObjectID],
    of key: Overlay.MemberKey,
    _ relationship: RelationshipDefinition,
    primary: PropertyID,
    stated: [Overlay.MemberKey: Set<ObjectID>],
    _ newID: () -> ObjectID
  ) throws(StoreError) {
    let isPrimary = primary == relationship.id
    let present = try ends(of: key)
    var byOther = Dictionary(present.map { ($0.other, $0) }) { first, _ in first }
    var wanted = list.filter { exists($0) }
    let members = Set(wanted)
    for end in present where !members.contains(end.other) {
      if !isPrimary, stated[.init(owner: end.other, relationship: primary)]?.contains(key.owner) == true {
        wanted.append(end.other)
        continue
      }
      edges.remove(end.edge)
      byOther[end.other] = nil
    }
    if !isPrimary {
      wanted.removeAll { other in
        byOther[other] == nil
          && stated[.init(owner: other, relationship: primary)]?.contains(key.owner) == false
      }
    }
    let places = OrderKeys.assign(wanted.map { byOther[$0].map(\.place) })
    for (other, place) in zip(wanted, places) {
      if let end = byOther[other] {
        guard end.place != place else { continue }
        try move(end.edge, seenFrom: key, to: place)
      } else {
        try insert(between: key, and: other, relationship, primary: primary, place: place, id: newID())
      }
    }
  }

  private func edge(_ id: ObjectID) throws(StoreError) -> EdgePayload? {
    if let edge = edges.puts[id] { return edge }
    return try base.edge(id)
  }

  private mutating func move(_ id: ObjectID, seenFrom key: Overlay.MemberKey, to place: UInt64)
    throws(StoreError)
  {
    guard var edge = try edge(id) else { return }
    if edge.owner == key.owner, edge.relationship == key.relationship {
      edge.ownerKey = place
    } else {
      edge.targetKey = place
    }
    edges.put(id, edge, inverse: catalog.relationship(edge.relationship)?.inverse)
  }

  private mutating func insert(
    between key: Overlay.MemberKey,
    and other: ObjectID,
    _ relationship: RelationshipDefinition,
    primary: PropertyID,
    place: UInt64,
    id: ObjectID
  ) throws(StoreError) {
    guard id.rawValue < FormatConstants.idBound else {
      throw StoreError(
        .limitExceeded,
        tried: "save \(relationship.name) of object \(key.owner)",
        path: base.path,
        found: "all \(FormatConstants.idBound) ids were handed out",
        remedy: "Copy the objects to a new store."
      )
    }
    let isPrimary = primary == relationship.id
    var otherPlace: UInt64 = 0
    if let inverse = relationship.inverse {
      // The other end gets it behind its last one; its own list, if stated, settles the order later.
      let end = Overlay.MemberKey(owner: other, relationship: inverse)
      let last = [lastPlace(end), edges.lastPlace(at: end)].compactMap { $0 }.max()
      otherPlace = OrderKeys.following(last) ?? .max
    }
    edges.put(
      id,
      EdgePayload(
        relationship: primary,
        owner: isPrimary ? key.owner : other,
        target: isPrimary ? other : key.owner,
        ownerKey: isPrimary ? place : otherPlace,
        targetKey: isPrimary ? otherPlace : place
      ),
      inverse: isPrimary ? relationship.inverse : relationship.id
    )
  }
}
