/// Which to-one slots the records in hand will change: the difference between committed memberships and those
/// that the batch leads to.
struct SlotMoves {
  /// Children that a derived to-many relationship gains, in order of the batch.
  private(set) var gained: [Overlay.MemberKey: [ObjectID]] = [:]
  /// Children that it loses.
  private(set) var lost: [Overlay.MemberKey: Set<ObjectID>] = [:]
  /// Owners that refer to an object one way, newly.
  private var gainedReferrers: [ObjectID: [(ObjectID, PropertyID)]] = [:]
  private var lostReferrers: [ObjectID: Set<ObjectID>] = [:]
  /// Keys of `gained` in the order in which they came up.
  private(set) var gainedOrder: [Overlay.MemberKey] = []

  init(_ change: GraphChange) {
    for id in change.order {
      guard let record = change.records[id], let plan = change.base.plans[record.layout] else { continue }
      for link in plan.links {
        let new = record.target(link.field)
        let old = record.storedTarget(link.relationship)
        guard new != old else { continue }
        switch link.kind {
        case .member(let inverse):
          if !new.isNone {
            let key = Overlay.MemberKey(owner: new, relationship: inverse)
            if gained[key] == nil { gainedOrder.append(key) }
            gained[key, default: []].append(id)
          }
          if !old.isNone { lost[.init(owner: old, relationship: inverse), default: []].insert(id) }
        case .referrer:
          if !new.isNone { gainedReferrers[new, default: []].append((id, link.relationship)) }
          if !old.isNone { lostReferrers[old, default: []].insert(id) }
        case .none: break
        }
      }
    }
  }

  /// Owners whose one-way slot will refer to an object.
  func referrers(of target: ObjectID, _ change: GraphChange) -> [(ObjectID, PropertyID)] {
    var found = gainedReferrers[target] ?? []
    change.base.forEachReferrer(of: target) { key, edge in
      let owner = ObjectID(rawValue: key.owner)
      guard edge == 0, lostReferrers[target]?.contains(owner) != true else { return }
      found.append((owner, PropertyID(rawValue: UInt32(truncatingIfNeeded: key.relationship))))
    }
    return found
  }
}
