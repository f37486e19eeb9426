/// Reads many records of one version of the store, one after another.
///
/// A class, so that the closures on the way hold one reference: an `IndexState` is a value of a dozen parts,
/// and copying it for each record costs ten times as much as reading the record.
final class RecordScan: RecordReader {
  private let state: IndexState
  private let locations: LayeredArray<UInt64>
  private let catalog: Catalog
  private let hashSeed: UInt64
  // The segment and the layout of the record before, which are those of the next one as a rule.
  @exclusivity(unchecked) private var segment: Segment?
  // Its bytes, which stay while it is held; nil if it is not mapped.
  @exclusivity(unchecked) private var mapped: UnsafeRawBufferPointer?
  @exclusivity(unchecked) private var layout: RecordLayout?
  // Bytes of a segment that is not mapped, read ahead: records that were written together lie together.
  @exclusivity(unchecked) private var window: UnsafeMutableRawBufferPointer?
  @exclusivity(unchecked) private var windowStart: UInt64 = 0
  @exclusivity(unchecked) private var windowCount = 0

  /// Bytes asked for by the last read.
  @exclusivity(unchecked) private var ahead = 0

  /// Room for the largest record whose size a location can say.
  private static var windowSize: Int { 1 << 17 }

  init(_ state: IndexState) {
    self.state = state
    locations = state.locations
    catalog = state.catalog
    hashSeed = state.hashSeed
  }

  deinit { window?.deallocate() }

  func visit(_ id: ObjectID, _ body: (RecordView) throws(StoreError) -> Void) throws(StoreError) -> Bool {
    guard state.entity(of: id) != nil else { return false }
    return try visit(id.rawValue) { (_, view) throws(StoreError) in
      try body(view)
      return true
    }
  }

  /// Lends the verified record of an existing object to a closure and passes its answer on. The closure must
  /// not visit another record through this scan.
  func visit(
    _ id: UInt64,
    _ body: (ObjectID, RecordView) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let location = Location(word: locations[id])
    let bound = location.sizeBound
    guard bound > 0 else {
      // Larger than a location can say.
      return try state.withRecord(ObjectID(rawValue: id)) { (view, _) throws(StoreError) in
        try body(ObjectID(rawValue: id), view)
      } ?? true
    }
    let bytes = try bytes(of: segment(of: location, id), location.offset, bound)
    return try body(ObjectID(rawValue: id), view(of: bytes, location, id))
  }

  @inline(__always)
  private func segment(of location: Location, _ id: UInt64) throws(StoreError) -> Segment {
    if let segment, segment.id == location.segment { return segment }
    return try enter(location, id)
  }

  private func enter(_ location: Location, _ id: UInt64) throws(StoreError) -> Segment {
    guard let found = state.segments[location.segment] else {
      throw state.damaged(location, id, "segment \(location.segment) is not part of the store")
    }
    segment = found
    mapped = try found.mappedBytes()
    windowCount = 0
    return found
  }

  /// Bytes of the segment that was entered: mapped, from the window, or read into it.
  @inline(__always)
  private func bytes(
    of segment: Segment,
    _ offset: UInt64,
    _ count: Int
  ) throws(StoreError) -> UnsafeRawBufferPointer {
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
    return try readAhead(segment, offset, count)
  }

  private func readAhead(
    _ segment: Segment,
    _ offset: UInt64,
    _ count: Int
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    // Twice as much as the last time if records follow one another, and just the record if they do not.
    let isNear = offset >= windowStart && offset - windowStart <= UInt64(windowCount + ahead)
    ahead = max(count, isNear ? min(2 * ahead, Self.windowSize) : 0)
    let buffer = window ?? .allocate(byteCount: Self.windowSize, alignment: 16)
    window = buffer
    windowStart = offset
    windowCount = 0
    let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<ahead])
    windowCount = try segment.read(into: target, at: offset)
    return UnsafeRawBufferPointer(rebasing: target[..<min(count, windowCount)])
  }

  @inline(__always)
  private func view(
    of bytes: UnsafeRawBufferPointer,
    _ location: Location,
    _ id: UInt64
  ) throws(StoreError) -> RecordView {
    do throws(VerifiedRecord.Damage) {
      let record = try VerifiedRecord(bytes, of: id, hashSeed: hashSeed)
      return try record.view(layout(record.header.layout))
    } catch {
      throw state.damaged(location, id, error.found)
    }
  }

  @inline(__always)
  private func layout(_ id: LayoutID) -> RecordLayout? {
    if let layout, layout.id == id { return layout }
    layout = catalog.layout(id)
    return layout
  }
}
