extension GraphChange {
  /// Finds out which insertions are objects that exist already, and lets all references follow. A unique key
  /// may hold a reference to an insertion that becomes an update itself, so this goes on until nothing more is
  /// found.
  mutating func resolveIdentities(_ policy: UniquenessPolicy) throws(StoreError) {
    while true {
      let known = forwarded.count
      try resolveUniqueness(policy)
      guard forwarded.count > known else { return }
      forward()
      guard hasReferenceKeys else { return }
    }
  }

  /// Whether some unique key holds a reference.
  private var hasReferenceKeys: Bool {
    catalog.entities.contains { entity in
      entity.uniqueness.contains { set in set.contains { catalog.relationship($0) != nil } }
    }
  }

  /// The object that an id stands for now.
  private func survivor(of id: ObjectID) -> ObjectID? {
    guard var last = forwarded[id] else { return nil }
    while let next = forwarded[last] { last = next }
    return last
  }

  /// Replaces the ids of insertions that became updates, wherever they are referred to.
  private mutating func forward() {
    for id in Array(forwarded.keys) { forwarded[id] = survivor(of: id) }
    for slot in records.indices { forwardSlots(at: slot) }
    for key in listOrder {
      guard let list = lists[key], list.contains(where: { forwarded[$0] != nil }) else { continue }
      var seen: Set<ObjectID> = []
      lists[key] = list.map { forwarded[$0] ?? $0 }.filter { seen.insert($0).inserted }
    }
  }

  /// Replaces the ids of insertions that became updates in the to-one slots of a record in hand.
  mutating func forwardSlots(at slot: Int) {
    guard !forwarded.isEmpty, let record = records[slot], let links = base.plans[record.layout]?.links else {
      return
    }
    for link in links {
      guard let survivor = survivor(of: record.target(link.field)) else { continue }
      record.record.setWord(survivor.rawValue, field: link.field)
    }
  }

  /// Gives the lists that an insertion states to the object that it turned out to be. Of a relationship that was
  /// assigned the list replaces the targets there; of another one it adds to them.
  mutating func takeOverLists(of incoming: PendingRecord, into survivor: ObjectID) throws(StoreError) {
    for relationship in catalog.relationships(of: incoming.layout.entity) where relationship.isToMany {
      let source = Overlay.MemberKey(owner: incoming.id, relationship: relationship.id)
      let target = Overlay.MemberKey(owner: survivor, relationship: relationship.id)
      let stated = lists.removeValue(forKey: source)
      // An insertion that names what it assigned, and states no list for it, has assigned an empty one.
      let isAssigned =
        records.assigns(relationship.id, incoming)
        && (stated != nil || incoming.changed != WriteBatch.Entry.allProperties)
      guard isAssigned || stated?.isEmpty == false else { continue }
      var list = stated ?? []
      if isAssigned {
        try releaseMembers(of: target, relationship, but: Set(list))
      } else {
        let present = lists[target] ?? base.members(of: survivor, relationship.id)
        let members = Set(present)
        list = present + list.filter { !members.contains($0) }
      }
      if lists[target] == nil { listOrder.append(target) }
      lists[target] = list
    }
  }

  /// Clears the slots by which an object has targets that are not among those that were assigned. Edges need
  /// nothing: they follow the list.
  private mutating func releaseMembers(
    of key: Overlay.MemberKey,
    _ relationship: RelationshipDefinition,
    but wanted: Set<ObjectID>
  ) throws(StoreError) {
    guard case .derived(let inverse) = catalog.storage(of: relationship) else { return }
    let present = base.members(of: key.owner, key.relationship) + (lists[key] ?? [])
    for child in present where !wanted.contains(child) && exists(child) {
      try clearSlot((child, inverse, key.owner))
    }
  }

  /// Clears the slots of those that an object refers to no more, where both ends are to-one.
  mutating func releasePartners(of id: ObjectID) throws(StoreError) {
    guard let record = records[id], let links = base.plans[record.layout]?.links else { return }
    for link in links where link.kind == .none {
      let old = record.storedTarget(link.relationship)
      guard !old.isNone, old != record.target(link.field), exists(old),
        let inverse = catalog.relationship(link.relationship)?.inverse
      else { continue }
      try clearSlot((old, inverse, id))
    }
  }
}
