import LogStore

/// Targets that joined or left a to-many relationship since the last save, whichever end the program set.
struct MemberAdjustment {
  /// Ids that joined, in order.
  private(set) var added: [UInt64] = []
  /// Ids that left.
  private(set) var removed: Set<UInt64> = []
  private var addedSet: Set<UInt64> = []
  /// Whether the program changed this end itself.
  var isStated = false

  var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  mutating func add(_ id: UInt64) {
    if removed.remove(id) != nil {
      if addedSet.insert(id).inserted { added.append(id) }
      rejoined.insert(id)
      return
    }
    if addedSet.insert(id).inserted { added.append(id) }
  }

  mutating func remove(_ id: UInt64) {
    if addedSet.remove(id) != nil {
      added.removeAll { $0 == id }
      if rejoined.remove(id) == nil { return }
    }
    removed.insert(id)
  }

  /// Ids that left and came back: they stood in the committed list, and now stand at the end.
  private var rejoined: Set<UInt64> = []

  /// Whether an id joined.
  func contains(_ id: UInt64) -> Bool { addedSet.contains(id) }

  /// The committed list with the adjustments.
  func apply(to base: [UInt64]) -> [UInt64] {
    if isEmpty { return base }
    var result = base
    if !removed.isEmpty || !addedSet.isEmpty {
      result.removeAll { removed.contains($0) || addedSet.contains($0) }
    }
    result.append(contentsOf: added)
    return result
  }
}
