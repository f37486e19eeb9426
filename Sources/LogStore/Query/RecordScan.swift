/// Reads many records of one version of the store, one after another.
///
/// A class, so that the closures on the way hold one reference: an `IndexState` is a value of a dozen parts,
/// and copying it for each record costs ten times as much as reading the record.
final class RecordScan: RecordReader {
  private let state: IndexState
  private let hashSeed: UInt64
  // The segment and the layout of the record before, which are those of the next one as a rule.
  @exclusivity(unchecked) private var segment: Segment?
  @exclusivity(unchecked) private var segmentID: UInt32 = 0
  // Its bytes, which stay while it is held; nil if it is not mapped.
  @exclusivity(unchecked) private var mapped: UnsafeRawBufferPointer?
  @exclusivity(unchecked) private var layout: RecordLayout?
  // Locations of the chunk of ids that two visits in a row were to, as in a scan: the next ones are found without a
  // search.
  @exclusivity(unchecked) private var words: UnsafeMutablePointer<UInt64>?
  @exclusivity(unchecked) private var wordCount = 0
  @exclusivity(unchecked) private var decodedChunk = UInt64.max
  @exclusivity(unchecked) private var lastChunk = UInt64.max
  // Bytes of a segment that is not mapped, read ahead: records that were written together lie together.
  @exclusivity(unchecked) private var window: UnsafeMutableRawBufferPointer?
  @exclusivity(unchecked) private var windowStart: UInt64 = 0
  @exclusivity(unchecked) private var windowCount = 0

  /// Bytes asked for by the last read.
  @exclusivity(unchecked) private var ahead = 0

  private static var chunkSize: UInt64 { UInt64(RunPage.chunkSize) }

  /// Room for the largest record whose size a location can say.
  private static var windowSize: Int { 1 << 17 }

  init(_ state: IndexState) {
    self.state = state
    hashSeed = state.hashSeed
  }

  deinit {
    window?.deallocate()
    words?.deallocate()
  }

  func visit(_ id: ObjectID, _ body: (RecordView) throws(StoreError) -> Void) throws(StoreError) -> Bool {
    let word = word(id.rawValue)
    guard word != 0 else { return false }
    return try visit(id.rawValue, Location(word: word)) { (_, view) throws(StoreError) in
      try body(view)
      return true
    } != nil
  }

  /// Lends the verified record of an existing object to a closure and passes its answer on. The closure must
  /// not visit another record through this scan.
  @inline(__always)
  func visit(
    _ id: UInt64,
    _ body: (ObjectID, RecordView) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    try visit(id, Location(word: word(id)), body) ?? true
  }

  /// Lends the record at a location; nil if it is that of an edge.
  private func visit(
    _ id: UInt64,
    _ location: Location,
    _ body: (ObjectID, RecordView) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool? {
    let bound = location.sizeBound
    guard bound > 0 else {
      // Larger than a location can say.
      return try state.withRecord(ObjectID(rawValue: id)) { (view, _) throws(StoreError) in
        try body(ObjectID(rawValue: id), view)
      }
    }
    if segmentID != location.segment { try enter(location, id) }
    let bytes = try bytes(location.offset, bound)
    guard let view = try view(of: bytes, location, id) else { return nil }
    return try body(ObjectID(rawValue: id), view)
  }

  /// Where the record of an object lies.
  @inline(__always)
  private func word(_ id: UInt64) -> UInt64 {
    guard id / Self.chunkSize == decodedChunk, let words else { return findWord(id) }
    let place = Int(truncatingIfNeeded: id % Self.chunkSize)
    return place < wordCount ? words[place] : 0
  }

  @inline(never)
  private func findWord(_ id: UInt64) -> UInt64 {
    let chunk = id / Self.chunkSize
    guard chunk == lastChunk else {
      lastChunk = chunk
      return state.locations[id]
    }
    let words = words ?? .allocate(capacity: RunPage.chunkSize)
    self.words = words
    wordCount = state.locations.copyChunk(of: id, into: words)
    decodedChunk = chunk
    return word(id)
  }

  @inline(never)
  private func enter(_ location: Location, _ id: UInt64) throws(StoreError) {
    guard let found = state.segments[location.segment] else {
      throw state.damaged(location, id, "segment \(location.segment) is not part of the store")
    }
    mapped = try found.mappedBytes()
    segment = found
    segmentID = location.segment
    windowCount = 0
  }

  /// Bytes of the segment that was entered: mapped, from the window, or read into it.
  @inline(__always)
  private func bytes(_ offset: UInt64, _ count: Int) throws(StoreError) -> UnsafeRawBufferPointer {
    if let mapped {
      let start = Int(min(offset, UInt64(mapped.count)))
      return UnsafeRawBufferPointer(rebasing: mapped[start..<min(mapped.count, start + count)])
    }
    if offset >= windowStart, let window {
      let start = offset - windowStart
      if start + UInt64(count) <= UInt64(windowCount) {
        return UnsafeRawBufferPointer(rebasing: window[Int(start)..<Int(start) + count])
      }
    }
    return try readAhead(offset, count)
  }

  @inline(never)
  private func readAhead(_ offset: UInt64, _ count: Int) throws(StoreError) -> UnsafeRawBufferPointer {
    // Twice as much as the last time if records follow one another, and just the record if they do not.
    let isNear = offset >= windowStart && offset - windowStart <= UInt64(windowCount + ahead)
    ahead = max(count, isNear ? min(2 * ahead, Self.windowSize) : 0)
    let buffer = window ?? .allocate(byteCount: Self.windowSize, alignment: 16)
    window = buffer
    windowStart = offset
    windowCount = 0
    let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<ahead])
    windowCount = try segment?.read(into: target, at: offset) ?? 0
    return UnsafeRawBufferPointer(rebasing: target[..<min(count, windowCount)])
  }

  @inline(__always)
  private func view(
    of bytes: UnsafeRawBufferPointer,
    _ location: Location,
    _ id: UInt64
  ) throws(StoreError) -> RecordView? {
    do throws(VerifiedRecord.Damage) {
      let record = try VerifiedRecord(bytes, of: id, hashSeed: hashSeed)
      guard record.header.kind == .put else { return nil }
      return try record.view(layout(record.header.layout))
    } catch {
      throw state.damaged(location, id, error.found)
    }
  }

  @inline(__always)
  private func layout(_ id: LayoutID) -> RecordLayout? {
    if let layout, layout.id == id { return layout }
    layout = state.catalog.layout(id)
    return layout
  }
}
