/// Small numbers by object id: open addressing in one block of memory, several times as fast as a dictionary.
struct IDTable {
  private var ids: [UInt64]
  private var values: [UInt32]
  private(set) var count = 0
  private var shift: UInt64

  /// A table without entries.
  init() {
    ids = Array(repeating: 0, count: 16)
    values = Array(repeating: 0, count: 16)
    shift = 60
  }

  /// Where an id stands, or would stand. Id 0 is no object and marks free places.
  @inline(__always)
  private func place(_ id: UInt64) -> Int {
    ids.withUnsafeBufferPointer { ids in
      let mask = ids.count &- 1
      // Ids are dense: multiplying spreads neighbours over the table.
      var place = Int(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) &>> shift)
      while ids[place] != 0 && ids[place] != id { place = (place &+ 1) & mask }
      return place
    }
  }

  /// The number of an id.
  @inline(__always)
  subscript(id: ObjectID) -> Int? {
    guard count > 0, !id.isNone else { return nil }
    let place = place(id.rawValue)
    return ids[place] == 0 ? nil : Int(values[place])
  }

  /// Gives an id a number. The id must not be 0.
  mutating func set(_ id: ObjectID, to value: Int) {
    if 4 * (count + 1) > 3 * ids.count { grow() }
    let place = place(id.rawValue)
    if ids[place] == 0 {
      ids[place] = id.rawValue
      count += 1
    }
    values[place] = UInt32(truncatingIfNeeded: value)
  }

  private mutating func grow() {
    let (oldIDs, oldValues) = (ids, values)
    ids = Array(repeating: 0, count: 2 * oldIDs.count)
    values = Array(repeating: 0, count: ids.count)
    shift -= 1
    for (index, id) in oldIDs.enumerated() where id != 0 {
      let place = place(id)
      ids[place] = id
      values[place] = oldValues[index]
    }
  }
}
