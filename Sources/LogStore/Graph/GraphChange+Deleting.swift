extension GraphChange {
  /// Applies the delete rules of every relationship of every object that goes, over the state that the batch
  /// leads to. Works from a list, not by recursion: chains and cycles of any length end.
  mutating func propagateDeletes() throws(StoreError) {
    guard !deletedOrder.isEmpty else { return }
    let moves = SlotMoves(self)
    let hasReferrers = !base.referrers.isEmpty
    var denials: [(owner: ObjectID, relationship: RelationshipDefinition, targets: [ObjectID])] = []
    var clears: [(object: ObjectID, relationship: PropertyID, because: ObjectID)] = []
    var next = 0
    while next < deletedOrder.count {
      let id = deletedOrder[next]
      next += 1
      guard let entity = entity(of: id) else { continue }
      for relationship in base.plans.rules(of: entity).relationships {
        // Nothing happens to a target that lists its referrers by their slots, or does not know of them.
        if relationship.deleteRule == .nullify, !relationship.isToMany,
          relationship.inverse.map({ catalog.relationship($0)?.isToMany == true }) ?? true
        {
          continue
        }
        let targets = try targets(of: id, relationship, moves).filter { exists($0) }
        switch relationship.deleteRule {
        case .cascade: for target in targets { markDeleted(target) }
        case .deny: if !targets.isEmpty { denials.append((id, relationship, targets)) }
        case .nullify:
          guard let inverse = relationship.inverse, catalog.relationship(inverse)?.isToMany == false else {
            break
          }
          for target in targets { clears.append((target, inverse, id)) }
        case .noAction: break
        }
        if relationship.isToMany { removeEdges(of: id, relationship) }
      }
      for (owner, relationship) in moves.referrers(of: id, self) { clears.append((owner, relationship, id)) }
      guard hasReferrers else { continue }
      base.forEachReferrer(of: id) { _, edge in
        if edge != 0 { edges.remove(ObjectID(rawValue: edge)) }
      }
    }
    for id in deletedOrder { records.remove(id) }
    for clear in clears where !deleted.contains(clear.object) { try clearSlot(clear) }
    for denial in denials {
      let remaining = denial.targets.filter { !deleted.contains($0) }
      guard !remaining.isEmpty, let entity = base.entity(of: denial.owner) else { continue }
      violations.append(
        .init(
          entity: catalog.name(of: entity),
          object: denial.owner,
          property: denial.relationship.name,
          rule: .deleteDenied,
          found: "cannot be deleted while \(remaining.count) remain there"
        )
      )
    }
  }

  /// The targets that a relationship of an object will have, those that go included.
  func targets(
    of owner: ObjectID,
    _ relationship: RelationshipDefinition,
    _ moves: SlotMoves
  ) throws(StoreError) -> [ObjectID] {
    if !relationship.isToMany {
      let target: ObjectID
      if let record = records[owner] {
        target = record.layout.fieldIndex(of: relationship.id).map { record.target($0) } ?? .none
      } else {
        target =
          try base.withRecord(owner) { view, _ throws(StoreError) in
            guard let field = view.layout.fieldIndex(of: relationship.id), view.isPresent(field) else {
              return ObjectID.none
            }
            return view.reference(field)
          } ?? .none
      }
      return target.isNone ? [] : [target]
    }
    let key = Overlay.MemberKey(owner: owner, relationship: relationship.id)
    if case .derived = catalog.storage(of: relationship) {
      let lost = moves.lost(key)
      return base.members(of: owner, relationship.id).filter { !lost.contains($0) } + moves.gained(key)
    }
    return lists[key] ?? base.members(of: owner, relationship.id)
  }

  private mutating func removeEdges(of owner: ObjectID, _ relationship: RelationshipDefinition) {
    base.forEachMember(of: owner, relationship.id) { _, edge in
      if edge != 0 { edges.remove(ObjectID(rawValue: edge)) }
    }
  }

  /// Clears a to-one slot and the place that goes with it, if it still names the object that it had.
  mutating func clearSlot(
    _ clear: (object: ObjectID, relationship: PropertyID, because: ObjectID)
  ) throws(StoreError) {
    guard let slot = try hold(clear.object), var record = records[slot],
      let field = record.layout.fieldIndex(of: clear.relationship), record.target(field) == clear.because
    else { return }
    record.record.setWord(nil, field: field)
    if var changed = records.changed(record), changed.insert(clear.relationship).inserted {
      record.changed = records.number(of: changed)
      records.set(record, at: slot)
    }
    if let link = base.plans[record.layout]?.links.first(where: { $0.field == field }),
      let key = link.orderKey
    {
      record.record.setWord(nil, field: key)
    }
    cleared[Overlay.MemberKey(owner: clear.object, relationship: clear.relationship)] = clear.because
  }
}
