/// The records that a commit has in hand, side by side in the order in which they came in, found by object too.
///
/// A record has a slot for as long as the commit takes. Going over the slots is much faster than looking for each
/// object.
struct PendingRecords {
  /// Where the bytes of the records lie.
  let arena = RecordArena()
  private var slots: [PendingRecord?] = []
  /// The object of the first slot: those behind it have the ids behind it, as long as they came in that order.
  private var first: UInt64 = 0
  private var consecutive = 0
  /// Slots of all others.
  private var table = IDTable()
  private var propertySets: [Set<PropertyID>] = []
  /// Number of records.
  private(set) var count = 0

  /// Whether there are none.
  var isEmpty: Bool { count == 0 }

  /// All slots, those of records that were removed included.
  var indices: Range<Int> { slots.indices }

  /// Makes room for the records of a batch, whose sets of properties keep their numbers.
  mutating func prepare(for batch: WriteBatch) {
    slots.reserveCapacity(batch.entries.count)
    propertySets = batch.propertySets
  }

  /// The record of a slot; nil if it was removed.
  subscript(slot: Int) -> PendingRecord? {
    @inline(__always)
    get { slots[slot] }
  }

  /// The record of an object.
  subscript(id: ObjectID) -> PendingRecord? {
    guard let slot = place(id) else { return nil }
    return slots[slot]
  }

  /// Whether there is a record of an object.
  func contains(_ id: ObjectID) -> Bool { self[id] != nil }

  /// The slot of an object that has one.
  @inline(__always)
  func slot(of id: ObjectID) -> Int? {
    guard let slot = place(id), slots[slot] != nil else { return nil }
    return slot
  }

  @inline(__always)
  private func place(_ id: ObjectID) -> Int? {
    let distance = id.rawValue &- first
    return distance < UInt64(consecutive) ? Int(truncatingIfNeeded: distance) : table[id]
  }

  /// Adds the record of an object, or replaces it.
  mutating func set(_ record: PendingRecord) {
    if let slot = place(record.id) {
      if slots[slot] == nil { count += 1 }
      slots[slot] = record
      return
    }
    if slots.isEmpty { first = record.id.rawValue }
    if consecutive == slots.count, record.id.rawValue == first &+ UInt64(consecutive) {
      consecutive += 1
    } else {
      table.set(record.id, to: slots.count)
    }
    slots.append(record)
    count += 1
  }

  /// Replaces the record of a slot.
  mutating func set(_ record: PendingRecord, at slot: Int) { slots[slot] = record }

  /// Forgets the record of an object.
  mutating func remove(_ id: ObjectID) {
    if let slot = place(id) { remove(at: slot) }
  }

  /// Forgets the record of a slot.
  mutating func remove(at slot: Int) {
    if slots[slot] != nil { count -= 1 }
    slots[slot] = nil
  }

  // MARK: Assigned properties

  /// The properties that the program assigned; nil means all.
  func changed(_ record: PendingRecord) -> Set<PropertyID>? {
    record.changed == WriteBatch.Entry.allProperties ? nil : propertySets[Int(record.changed)]
  }

  /// The number of a set of properties.
  mutating func number(of properties: Set<PropertyID>?) -> Int32 {
    guard let properties else { return WriteBatch.Entry.allProperties }
    // Objects that are changed together are changed alike as a rule.
    if propertySets.last != properties { propertySets.append(properties) }
    return Int32(propertySets.count - 1)
  }

  /// Whether the program assigned a property.
  func assigns(_ property: PropertyID, _ record: PendingRecord) -> Bool {
    changed(record)?.contains(property) ?? true
  }
}
