/// Reads many records of one version of the store, one after another.
///
/// A class, so that the closures on the way hold one reference: an `IndexState` is a value of a dozen parts,
/// and copying it for each record costs ten times as much as reading the record.
final class RecordScan: RecordReader {
  private let version: IndexVersion
  // Parts of the version, apart: reading one through it would copy the part for each record.
  private let locations: LayeredArray<UInt64>
  private let segments: SegmentTable
  private let hashSeed: UInt64
  // The segment and the layout of the record before, which are those of the next one as a rule.
  @exclusivity(unchecked) private var segment: Segment?
  @exclusivity(unchecked) private var segmentID: UInt32 = 0
  // Its bytes, which stay while it is held; nil if it is not mapped.
  @exclusivity(unchecked) private var mapped: MappedBytes?
  // The layout is held by the catalog of the version.
  @exclusivity(unchecked) private var layout: Unmanaged<RecordLayout>?
  @exclusivity(unchecked) private var layoutID = LayoutID(rawValue: 0)
  // Locations of the chunk of ids that several visits in a row were to, as in a scan: the next ones are found without a
  // search. To copy it takes as long as a hundred searches.
  @exclusivity(unchecked) private var words: UnsafeMutablePointer<UInt64>?
  @exclusivity(unchecked) private var wordCount = 0
  @exclusivity(unchecked) private var decodedChunk = UInt64.max
  @exclusivity(unchecked) private var lastChunk = UInt64.max
  @exclusivity(unchecked) private var visitsInChunk = 0
  // Bytes of a segment that is not mapped, read ahead: records that were written together lie together.
  @exclusivity(unchecked) private var window: UnsafeMutableRawBufferPointer?
  @exclusivity(unchecked) private var windowStart: UInt64 = 0
  @exclusivity(unchecked) private var windowCount = 0

  /// Bytes asked for by the last read.
  @exclusivity(unchecked) private var ahead = 0
  // What `lend` has found: locations, and the records that may be read until it is called again.
  private let found: UnsafeMutablePointer<UInt64>
  let rows: UnsafeMutablePointer<Row>
  // Keeps the compiler from leaving the first passes of `lend` out.
  @exclusivity(unchecked) private var touched: UInt8 = 0

  /// Most records that are lent together.
  static var batchSize: Int { 64 }

  /// Visits in a row after which a chunk is copied: two objects of a query by an index are often neighbours.
  private static var visitsBeforeCopy: Int { 8 }

  private static var chunkSize: UInt64 { UInt64(RunPage.chunkSize) }

  /// Room for the largest record whose size a location can say.
  private static var windowSize: Int { 1 << 17 }

  init(_ version: IndexVersion) {
    self.version = version
    hashSeed = version.state.hashSeed
    locations = version.state.locations
    segments = version.state.segments
    found = .allocate(capacity: Self.batchSize)
    rows = .allocate(capacity: Self.batchSize)
  }

  deinit {
    found.deallocate()
    rows.deallocate()
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

  /// Finds and verifies the records of some objects, and puts those that exist into `rows`: as many as can be
  /// lent together, until the next call.
  ///
  /// It passes several times over the ids, so that the waits for memory that is not in the processor's cache overlap.
  ///
  /// - Returns: How many of the ids were dealt with, at least one; how many rows there are. If `taken` is 1 and
  ///   there is no row, the record may be larger than can be lent here.
  func lend(
    _ ids: UnsafeBufferPointer<ObjectID>
  ) throws(StoreError) -> (taken: Int, rows: Int) {
    let wanted = min(ids.count, Self.batchSize)
    var touched: UInt8 = 0
    if wanted > 1, ids[0].rawValue / Self.chunkSize != decodedChunk {
      for index in 0..<wanted { touched |= locations.touch(ids[index].rawValue) }
    }
    var near = mapped
    var nearID = segmentID
    for index in 0..<wanted {
      let word = word(ids[index].rawValue)
      found[index] = word
      let location = Location(word: word)
      if location.segment != nearID {
        near = segments.mappedBytes(location.segment, for: location.offset)
        nearID = location.segment
      }
      if let near, location.sizeBound > 0 { touched |= near.touch(location.offset, location.sizeBound) }
    }
    self.touched = touched
    var count = 0
    for index in 0..<wanted {
      let word = found[index]
      if word == 0 { continue }
      let location = Location(word: word)
      let id = ids[index].rawValue
      let isHere = location.segment == segmentID && (mapped != nil || isInWindow(location))
      if location.sizeBound == 0 { return (max(index, 1), count) }
      // What was read before would be gone.
      if !isHere, count > 0, mapped == nil { return (index, count) }
      if location.segment == segmentID, let mapped, let layout,
        let view = mapped.verifiedView(location, of: id, layout, layoutID)
      {
        (rows + count).initialize(to: Row(record: view, id: ids[index]))
        count &+= 1
        continue
      }
      do throws(StoreError) {
        guard let view = try view(location, id) else { continue }
        (rows + count).initialize(to: Row(record: view, id: ids[index]))
        count &+= 1
      } catch {
        if count > 0 { return (index, count) }
        throw error
      }
    }
    return (wanted, count)
  }

  private func isInWindow(_ location: Location) -> Bool {
    let offset = location.offset
    return offset >= windowStart
      && offset &- windowStart &+ UInt64(location.sizeBound) <= UInt64(windowCount)
  }

  /// Lends the record at a location; nil if it is that of an edge.
  private func visit(
    _ id: UInt64,
    _ location: Location,
    _ body: (ObjectID, RecordView) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool? {
    guard location.sizeBound > 0 else {
      // Larger than a location can say.
      return try version.state.withRecord(ObjectID(rawValue: id)) { (view, _) throws(StoreError) in
        try body(ObjectID(rawValue: id), view)
      }
    }
    guard let view = try view(location, id) else { return nil }
    return try body(ObjectID(rawValue: id), view)
  }

  /// The record at a location, which says how large it is; nil if it is that of an edge.
  private func view(_ location: Location, _ id: UInt64) throws(StoreError) -> RecordView? {
    if segmentID != location.segment { try enter(location, id) }
    let bound = location.sizeBound
    guard let mapped else { return try view(of: try bytes(location.offset, bound), location, id) }
    do throws(VerifiedRecord.Damage) {
      return try view(try mapped.record(at: location.offset, bound, of: id, hashSeed: hashSeed))
    } catch {
      throw version.state.damaged(location, id, error.found)
    }
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
    visitsInChunk = chunk == lastChunk ? visitsInChunk + 1 : 1
    lastChunk = chunk
    guard visitsInChunk > Self.visitsBeforeCopy else { return locations[id] }
    let words = words ?? .allocate(capacity: RunPage.chunkSize)
    self.words = words
    wordCount = locations.copyChunk(of: id, into: words)
    decodedChunk = chunk
    return word(id)
  }

  @inline(never)
  private func enter(_ location: Location, _ id: UInt64) throws(StoreError) {
    guard let found = segments[location.segment] else {
      throw version.state.damaged(location, id, "segment \(location.segment) is not part of the store")
    }
    mapped = try found.mappedBytes()
    segment = found
    segmentID = location.segment
    windowCount = 0
  }

  /// Bytes of the segment that was entered, which is not mapped: from the window, or read into it.
  @inline(__always)
  private func bytes(_ offset: UInt64, _ count: Int) throws(StoreError) -> UnsafeRawBufferPointer {
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
      return try view(try VerifiedRecord(bytes, of: id, hashSeed: hashSeed))
    } catch {
      throw version.state.damaged(location, id, error.found)
    }
  }

  @inline(__always)
  private func view(_ record: VerifiedRecord) throws(VerifiedRecord.Damage) -> RecordView? {
    guard record.header.kind == .put else { return nil }
    return try record.view(layout(record.header.layout))
  }

  @inline(__always)
  private func layout(_ id: LayoutID) -> RecordLayout? {
    if let layout, layoutID == id { return layout.takeUnretainedValue() }
    let found = version.state.catalog.layout(id)
    layout = found.map { Unmanaged.passUnretained($0) }
    layoutID = id
    return found
  }
}
