import Synchronization

/// The bytes of a sealed segment in memory, and which of its records were verified. Good as long as the segment
/// is held.
///
/// A sealed segment never changes, so the checksum of a record is compared once, at its first read, as that of a
/// page of a checkpoint is: hashing cost a third of a scan. Whatever keeps a read inside of the bytes is looked at
/// each time.
struct MappedBytes {
  private let base: UnsafeRawPointer
  private let count: Int
  /// A bit for each eight bytes, set where a verified record begins.
  private let verified: UnsafeMutablePointer<Atomic<UInt64>>

  /// Bytes of the bits for a segment.
  static func bitmapSize(_ count: Int) -> Int { (count >> 9 &+ 1) &* 8 }

  /// - Parameter verified: As many zero bytes as `bitmapSize` says, at first.
  init(base: UnsafeRawPointer, count: Int, verified: UnsafeMutableRawPointer) {
    self.base = base
    self.count = count
    self.verified = verified.assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// All bytes.
  @inline(__always)
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// The record at an offset, verified.
  ///
  /// - Parameters:
  ///   - bound: What its size is at most.
  ///   - id: What the record has to be about; nil admits all.
  @inline(__always)
  func record(
    at offset: UInt64,
    _ bound: Int,
    of id: UInt64?,
    hashSeed: UInt64
  ) throws(VerifiedRecord.Damage) -> VerifiedRecord {
    let start = Int(truncatingIfNeeded: min(offset, UInt64(truncatingIfNeeded: count)))
    let bytes = UnsafeRawBufferPointer(start: base + start, count: min(bound, count &- start))
    let bit: UInt64 = 1 &<< (UInt64(truncatingIfNeeded: start) &>> 3)
    let word = verified + (start &>> 9)
    let known = word.pointee.load(ordering: .relaxed)
    if known & bit != 0 { return try VerifiedRecord(known: bytes, of: id) }
    let record = try VerifiedRecord(bytes, of: id, hashSeed: hashSeed)
    // Two threads may lose each other's bit: then a record is verified once more.
    word.pointee.store(known | bit, ordering: .relaxed)
    return record
  }

  /// The layout of a record that was verified before; nil if it was not.
  @inline(__always)
  func verifiedLayout(_ location: Location) -> LayoutID? {
    isVerified(location) ? LayoutID(rawValue: UInt16(truncatingIfNeeded: word(location, 0) &>> 48)) : nil
  }

  /// The number of the commit that wrote a record that was verified before.
  @inline(__always)
  func version(_ location: Location) -> SequenceNumber { word(location, 16) }

  /// An object's record that was verified before and has a layout; nil leaves it to `record` to find out more.
  @inline(__always)
  func verifiedView(
    _ location: Location,
    of id: UInt64,
    _ layout: Unmanaged<RecordLayout>,
    _ layoutID: LayoutID
  ) -> RecordView? {
    guard isVerified(location) else { return nil }
    let start = Int(truncatingIfNeeded: location.offset)
    guard let size = RecordHeader.putSize(word(location, 0), layoutID), word(location, 8) == id,
      size <= min(location.sizeBound, count &- start)
    else { return nil }
    let payload = UnsafeRawBufferPointer(
      start: base + (start &+ FormatConstants.recordHeaderSize),
      count: size &- FormatConstants.recordHeaderSize
    )
    return RecordView(layout, payload)
  }

  /// Whether a record was verified before, so that there is a header at least.
  @inline(__always)
  private func isVerified(_ location: Location) -> Bool {
    let start = Int(truncatingIfNeeded: location.offset)
    guard start &+ FormatConstants.recordHeaderSize <= count else { return false }
    let bits = (verified + (start &>> 9)).pointee.load(ordering: .relaxed)
    return (bits &>> (UInt64(truncatingIfNeeded: start) &>> 3)) & 1 != 0
  }

  /// A word of the header of a record that was verified before.
  @inline(__always)
  private func word(_ location: Location, _ offset: Int) -> UInt64 {
    let place = Int(truncatingIfNeeded: location.offset) &+ offset
    return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// Begins to load a record into the processor's cache: loads that wait for nothing run beside each other.
  @inline(__always)
  func touch(_ offset: UInt64, _ bound: Int) -> UInt8 {
    let last = count &- 1
    let start = min(Int(truncatingIfNeeded: offset), last)
    let end = min(start &+ bound &- 64, last)
    let bits = (verified + (start &>> 9)).pointee.load(ordering: .relaxed)
    return base.load(fromByteOffset: start, as: UInt8.self) | base.load(fromByteOffset: end, as: UInt8.self)
      | UInt8(truncatingIfNeeded: bits)
  }
}
