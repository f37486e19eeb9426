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
    while slots.count <= index { slots.append(nil) }
    slots[index] = segment
  }

  /// All segments by rising number.
  package var all: [Segment] { slots.compactMap { $0 } }
}
