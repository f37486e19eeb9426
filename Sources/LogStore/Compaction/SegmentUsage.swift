/// How many bytes of each segment are live in a version: counted over the indexes when it is asked for, so that commits
/// have nothing to keep up.
package struct SegmentUsage {
  private var bytes: [UInt32: Int] = [:]

  /// Counts.
  ///
  /// - Parameter firstHistory: Oldest commit whose history is live.
  /// - Throws: if the indexes are damaged, or the size of a record above 128 KiB cannot be read.
  /// - Complexity: O(objects + history)
  package init(_ state: IndexState, firstHistory: SequenceNumber) throws(StoreError) {
    // Neighbours lie in the same segment mostly.
    var segment: UInt32 = 0
    var sum = 0
    func add(_ word: UInt64) throws(StoreError) {
      guard word != 0 else { return }
      let location = Location(word: word)
      if location.segment != segment {
        bytes[segment, default: 0] += sum
        (segment, sum) = (location.segment, 0)
      }
      sum += try Self.size(location, state)
    }
    for word in state.catalogLocations { try add(word) }
    try state.locations.forEachRun { (_, words) throws(StoreError) in
      for word in words { try add(word) }
      return true
    }
    var history = state.history.cursor(from: firstHistory)
    while let (_, word) = history.next() { try add(word) }
    bytes[segment, default: 0] += sum
    try state.refuseIfDamaged()
  }

  private static func size(_ location: Location, _ state: IndexState) throws(StoreError) -> Int {
    if location.sizeBound > 0 { return location.likelySize }
    let size = try state.segments[location.segment]?.withBytes(
      at: location.offset,
      count: FormatConstants.recordHeaderSize
    ) {
      RecordHeader(decoding: $0)?.size
    }
    return (size ?? nil) ?? location.likelySize
  }

  /// Live bytes of a segment; roughly, since locations tell sizes in units of 64 bytes.
  package func live(_ segment: SealedSegment) -> Int { min(bytes[segment.id] ?? 0, Int(segment.size)) }
}
