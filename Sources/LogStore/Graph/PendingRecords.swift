/// The records that a commit has in hand, by object: side by side in the order in which they came in.
struct PendingRecords {
  private var slots: [PendingRecord?] = []
  private var table = IDTable()
  /// Number of records.
  private(set) var count = 0

  /// Whether there are none.
  var isEmpty: Bool { count == 0 }

  /// The record of an object; setting nil forgets it.
  subscript(id: ObjectID) -> PendingRecord? {
    get {
      guard let slot = table[id] else { return nil }
      return slots[slot]
    }
    _modify {
      let slot: Int
      if let known = table[id] {
        slot = known
      } else {
        slot = slots.count
        slots.append(nil)
        table.set(id, to: slot)
      }
      if slots[slot] != nil { count -= 1 }
      defer { if slots[slot] != nil { count += 1 } }
      yield &slots[slot]
    }
  }

  /// Whether there is a record of an object.
  func contains(_ id: ObjectID) -> Bool {
    guard let slot = table[id] else { return false }
    return slots[slot] != nil
  }

  /// Lends the record of an object to a closure; nil if there is none.
  @inline(__always)
  func withRecord<R>(_ id: ObjectID, _ body: (PendingRecord) -> R) -> R? {
    guard let slot = table[id], let record = slots[slot] else { return nil }
    return body(record)
  }

  /// Lends the record of an object to a closure that changes it; nil if there is none.
  @discardableResult
  mutating func edit<R>(_ id: ObjectID, _ body: (inout PendingRecord) -> R) -> R? {
    guard let slot = table[id] else { return nil }
    return slots.withUnsafeMutableBufferPointer { slots in
      guard var record = slots[slot] else { return nil }
      slots[slot] = nil
      defer { slots[slot] = record }
      return body(&record)
    }
  }
}
