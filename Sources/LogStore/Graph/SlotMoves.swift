/// Which to-one slots the records in hand change: the difference between committed memberships and those that
/// the batch leads to. Flat lists in the order of the owners; made once for each state of the records.
struct SlotMoves {
  /// One child that an owner gains or loses.
  struct Move: FixedKey {
    var owner: UInt64
    var relationship: UInt64
    /// Slot of the child in the batch.
    var slot: UInt64
    var child: UInt64

    var key: Overlay.MemberKey {
      .init(
        owner: ObjectID(rawValue: owner),
        relationship: PropertyID(rawValue: UInt32(truncatingIfNeeded: relationship))
      )
    }

    init(_ owner: ObjectID, _ relationship: PropertyID, slot: Int, child: ObjectID) {
      self.owner = owner.rawValue
      self.relationship = UInt64(relationship.rawValue)
      self.slot = UInt64(slot)
      self.child = child.rawValue
    }

    static func < (a: Move, b: Move) -> Bool {
      if a.owner != b.owner { return a.owner < b.owner }
      if a.relationship != b.relationship { return a.relationship < b.relationship }
      return a.slot < b.slot
    }
  }

  /// One-way references that a target gains or loses.
  private struct Reference {
    var target: ObjectID
    var owner: ObjectID
    var relationship: PropertyID
  }

  private var gains: [Move] = []
  private var losses: [Move] = []
  private var newReferences: [Reference] = []
  private var oldReferences: [Reference] = []

  /// No moves.
  init() {}

  init(_ change: GraphChange) {
    for slot in change.records.indices {
      guard let record = change.records[slot], let plan = change.base.plans[record.layout] else { continue }
      for link in plan.links where link.kind != .none {
        let new = record.target(link.field)
        let old = record.storedTarget(link)
        guard new != old else { continue }
        switch link.kind {
        case .member(let inverse):
          if !new.isNone { gains.append(Move(new, inverse, slot: slot, child: record.id)) }
          if !old.isNone { losses.append(Move(old, inverse, slot: slot, child: record.id)) }
        case .referrer:
          if !new.isNone {
            newReferences.append(Reference(target: new, owner: record.id, relationship: link.relationship))
          }
          if !old.isNone {
            oldReferences.append(Reference(target: old, owner: record.id, relationship: link.relationship))
          }
        case .none: break
        }
      }
    }
    gains.sortRising { $0 }
    losses.sortRising { $0 }
    newReferences.sort { ($0.target, $0.owner, $0.relationship) < ($1.target, $1.owner, $1.relationship) }
    oldReferences.sort { ($0.target, $0.owner, $0.relationship) < ($1.target, $1.owner, $1.relationship) }
  }

  /// Derived to-many relationships that gain children, rising.
  var gainedKeys: [Overlay.MemberKey] { Self.keys(gains) }

  /// Derived to-many relationships that lose children, rising.
  var lostKeys: [Overlay.MemberKey] { Self.keys(losses) }

  /// The children of the next derived to-many relationship that gains some, from a number on; nil: there is none.
  func gains(from start: Int) -> ArraySlice<Move>? {
    guard start < gains.count else { return nil }
    let (owner, relationship) = (gains[start].owner, gains[start].relationship)
    var end = start + 1
    while end < gains.count, gains[end].owner == owner, gains[end].relationship == relationship { end += 1 }
    return gains[start..<end]
  }

  /// Children that a derived to-many relationship gains, in order of the batch.
  func gained(_ key: Overlay.MemberKey) -> [ObjectID] { Self.children(gains, key) }

  /// Children that it loses.
  func lost(_ key: Overlay.MemberKey) -> Set<ObjectID> { Set(Self.children(losses, key)) }

  /// Owners whose one-way slot will refer to an object.
  func referrers(of target: ObjectID, _ change: GraphChange) -> [(ObjectID, PropertyID)] {
    var found = Self.references(newReferences, target).map { ($0.owner, $0.relationship) }
    if change.base.referrers.isEmpty { return found }
    let lost = Self.references(oldReferences, target)
    change.base.forEachReferrer(of: target) { key, edge in
      let owner = ObjectID(rawValue: key.owner)
      let relationship = PropertyID(rawValue: UInt32(truncatingIfNeeded: key.relationship))
      guard edge == 0, !lost.contains(where: { $0.owner == owner && $0.relationship == relationship }) else {
        return
      }
      found.append((owner, relationship))
    }
    return found
  }

  private static func keys(_ moves: [Move]) -> [Overlay.MemberKey] {
    var keys: [Overlay.MemberKey] = []
    for move in moves where keys.last != move.key { keys.append(move.key) }
    return keys
  }

  private static func children(_ moves: [Move], _ key: Overlay.MemberKey) -> [ObjectID] {
    var index = moves.partitioningIndex { !($0.key < key) }
    var children: [ObjectID] = []
    while index < moves.count, moves[index].key == key {
      children.append(ObjectID(rawValue: moves[index].child))
      index += 1
    }
    return children
  }

  private static func references(_ list: [Reference], _ target: ObjectID) -> ArraySlice<Reference> {
    let start = list.partitioningIndex { !($0.target < target) }
    let end = list.partitioningIndex { target < $0.target }
    return list[start..<end]
  }
}

extension Array {
  /// The first index from which on a condition holds that, once true, stays true. O(log n).
  func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
