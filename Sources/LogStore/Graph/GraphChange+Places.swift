extension GraphChange {
  /// Gives each child of an ordered to-many relationship that is derived from slots its place: those that a
  /// list states by its order, new ones without a list behind the last one.
  mutating func assignPlaces() throws(StoreError) {
    restorePlaces()
    moves = SlotMoves(self)
    let moves = moves
    var done: Set<Overlay.MemberKey> = []
    for key in listOrder where done.insert(key).inserted && !deleted.contains(key.owner) {
      guard let inverse = inverse(ofDerived: key.relationship) else { continue }
      let gained = moves.gained(key)
      guard let list = lists[key] else {
        try append(gained, to: key, inverse)
        continue
      }
      let lost = moves.lost(key)
      let present = base.members(of: key.owner, key.relationship).filter { !lost.contains($0) }
      let members = Set(present).union(gained)
      var wanted = list.filter { members.contains($0) && !deleted.contains($0) }
      let stated = Set(wanted)
      wanted += (present + gained).filter { !stated.contains($0) && !deleted.contains($0) }
      try assign(wanted, of: key, inverse, keeping: true)
    }
    var known: (relationship: PropertyID, inverse: PropertyID?)?
    var start = 0
    while let run = moves.gains(from: start), let key = run.first?.key {
      start = run.endIndex
      guard done.isEmpty || !done.contains(key), deleted.isEmpty || !deleted.contains(key.owner) else {
        continue
      }
      if known?.relationship != key.relationship {
        known = (key.relationship, inverse(ofDerived: key.relationship))
      }
      guard let inverse = known?.inverse else { continue }
      try append(run.map { ObjectID(rawValue: $0.child) }, to: key, inverse)
    }
  }

  /// The to-one relationship that a to-many one is derived from; nil if it is kept otherwise.
  private func inverse(ofDerived relationship: PropertyID) -> PropertyID? {
    guard let relationship = catalog.relationship(relationship),
      case .derived(let inverse) = catalog.storage(of: relationship)
    else { return nil }
    return inverse
  }

  /// Gives children places behind the last one.
  private mutating func append(
    _ children: [ObjectID],
    to key: Overlay.MemberKey,
    _ inverse: PropertyID
  ) throws(StoreError) {
    var last = lastPlace(key)
    for child in children {
      guard let place = OrderKeys.following(last) else {
        let all = base.members(of: key.owner, key.relationship) + children
        return try assign(all, of: key, inverse, keeping: false)
      }
      try setPlace(place, of: child, inverse)
      last = place
    }
  }

  /// An upsert clears the place of a child whose slot names an incoming owner; where that owner turned out to be
  /// the one that the child had, its place is good again.
  private mutating func restorePlaces() {
    guard !forwarded.isEmpty else { return }
    for slot in records.indices {
      guard let record = records[slot], record.stored != nil, let links = base.plans[record.layout]?.links
      else { continue }
      for link in links {
        guard let key = link.orderKey, record.record.word(key) == nil else { continue }
        let target = record.target(link.field)
        guard !target.isNone, target == record.storedTarget(link.relationship) else { continue }
        if let place = record.storedPlace(link.relationship) { record.record.setWord(place, field: key) }
      }
    }
  }

  /// The place of the last committed target; nil if there is none.
  func lastPlace(_ key: Overlay.MemberKey) -> UInt64? {
    guard let last = base.members.last(before: .end(key.owner, key.relationship))?.key,
      last.owner == key.owner.rawValue, last.relationship == UInt64(key.relationship.rawValue)
    else { return nil }
    return last.place
  }

  private mutating func assign(
    _ children: [ObjectID],
    of key: Overlay.MemberKey,
    _ inverse: PropertyID,
    keeping: Bool
  ) throws(StoreError) {
    var present: [ObjectID: UInt64] = [:]
    if keeping {
      base.forEachMember(of: key.owner, key.relationship) { member, _ in
        let child = ObjectID(rawValue: member.target)
        if let record = records[child] {
          guard record.storedTarget(inverse) == key.owner,
            let field = record.layout.fieldIndex(of: inverse), record.target(field) == key.owner
          else { return }
        }
        present[child] = member.place
      }
    }
    let places = OrderKeys.assign(children.map { present[$0] })
    for (child, place) in zip(children, places) where present[child] != place {
      try setPlace(place, of: child, inverse)
    }
  }

  private mutating func setPlace(_ place: UInt64, of child: ObjectID, _ relationship: PropertyID)
    throws(StoreError)
  {
    guard let slot = try hold(child), let record = records[slot],
      let links = base.plans[record.layout]?.links,
      let field = links.first(where: { $0.relationship == relationship })?.orderKey
    else { return }
    record.record.setWord(place, field: field)
  }
}
