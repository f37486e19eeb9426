/// The open segments of one version of the store, found by number in O(1).
package struct SegmentTable: Sendable {
  private var base: UInt32 = 0
  private var slots: [Segment?] = []

  package init() {}

  /// The segment with a number.
  package subscript(_ id: UInt32) -> Segment? {
    guard id >= base, Int(id - base) < slots.count else { return nil }
    return slots[Int(id - base)]
  }

  /// The bytes of a segment if they were mapped before and the one at an offset is in the file.
  @inline(__always)
  func mappedBytes(_ id: UInt32, for offset: UInt64) -> MappedBytes? {
    let index = Int(id) &- Int(base)
    guard index >= 0, index < slots.count else { return nil }
    return slots[index]?.mappedBytes(for: offset)
  }

  /// Adds a segment.
  package mutating func insert(_ segment: Segment) {
    if slots.isEmpty {
      base = segment.id
      slots = [segment]
      return
    }
    if segment.id < base {
      slots.insert(contentsOf: repeatElement(nil, count: Int(base - segment.id)), at: 0)
      base = segment.id
    }
    let index = Int(segment.id - base)
    // Each commit says where it writes: nothing is copied if that is known.
    if index < slots.count, slots[index] === segment { return }
    while slots.count <= index { slots.append(nil) }
    slots[index] = segment
  }

  /// Forgets a segment.
  package mutating func remove(_ id: UInt32) {
    guard self[id] != nil else { return }
    slots[Int(id - base)] = nil
    guard id == base else { return }
    let leading = slots.firstIndex { $0 != nil } ?? slots.count
    slots.removeFirst(leading)
    base += UInt32(leading)
  }

  /// All segments by rising number.
  package var all: [Segment] { slots.compactMap { $0 } }
}
