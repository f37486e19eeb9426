extension GraphChange {
  /// Gives each child of an ordered to-many relationship that is derived from slots its place: those that a
  /// list states by its order, new ones without a list behind the last one.
  mutating func assignPlaces() throws(StoreError) {
    restorePlaces()
    moves = SlotMoves(self)
    let moves = moves
    var done: Set<Overlay.MemberKey> = []
    for key in listOrder + moves.gainedKeys where done.insert(key).inserted && !deleted.contains(key.owner) {
      guard let relationship = catalog.relationship(key.relationship),
        case .derived(let inverse) = catalog.storage(of: relationship)
      else { continue }
      let gained = moves.gained(key)
      guard let list = lists[key] else {
        var last = lastPlace(key)
        for child in gained {
          guard let place = OrderKeys.following(last) else {
            try assign(
              base.members(of: key.owner, key.relationship) + gained,
              of: key,
              inverse,
              keeping: false
            )
            break
          }
          try setPlace(place, of: child, inverse)
          last = place
        }
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
  }

  /// An upsert clears the place of a child whose slot names an incoming owner; where that owner turned out to be
  /// the one that the child had, its place is good again.
  private mutating func restorePlaces() {
    guard !forwarded.isEmpty else { return }
    for id in order {
      guard let record = records[id], record.stored != nil, let links = base.plans[record.layout]?.links
      else { continue }
      for link in links {
        guard let key = link.orderKey, record.word(key) == nil else { continue }
        let target = record.target(link.field)
        guard !target.isNone, target == record.storedTarget(link.relationship) else { continue }
        let place = record.withStoredView { old -> UInt64? in
          guard let field = old.layout.orderKeyIndex(of: link.relationship), old.isPresent(field) else {
            return nil
          }
          return UInt64(littleEndian: old.load(field, as: UInt64.self))
        }
        if let place = place ?? nil { records.edit(id) { $0.setWord(place, field: key) } }
      }
    }
  }

  /// The place of the last committed target; nil if there is none.
  func lastPlace(_ key: Overlay.MemberKey) -> UInt64? {
    var cursor = base.members.cursorAtEnd(
      from: .start(key.owner, key.relationship),
      to: .end(key.owner, key.relationship)
    )
    return cursor.previous().map(\.key.place)
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
    try edit(child) { record in
      if let field = record.layout.orderKeyIndex(of: relationship) { record.setWord(place, field: field) }
    }
  }
}
