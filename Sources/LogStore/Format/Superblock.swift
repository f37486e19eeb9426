/// The root of a store: which checkpoint, which part of the log is durable, which write-ahead log half is in
/// use. Three slots, slot = generation mod 3; the valid one with the highest generation counts
/// (FORMAT.md, "Superblock").
package struct Superblock: Sendable, Equatable {
  /// A place in the segments.
  package struct Position: Sendable, Equatable {
    package var segment: UInt32
    package var offset: UInt64

    package init(segment: UInt32, offset: UInt64) {
      self.segment = segment
      self.offset = offset
    }
  }

  /// A checkpoint; id 0 means none.
  package struct Checkpoint: Sendable, Equatable {
    package var id: UInt64 = 0
    package var sequence: UInt64 = 0
    package var position = Position(segment: 0, offset: 0)
    package var hash: UInt64 = 0
  }

  /// Everything before it is durable in the segments; always at a block boundary.
  package struct DurableMark: Sendable, Equatable {
    package var position: Position
    /// Header hash of the last frame before it that is no padding (the segment header's if there is none).
    package var hash: UInt64
    /// Number of the last commit before it.
    package var sequence: UInt64

    /// Whether it lies before another one of the same chain of hot segments.
    func isBehind(_ other: Self) -> Bool {
      let (here, there) = (position, other.position)
      return here.segment == there.segment ? here.offset < there.offset : here.segment < there.segment
    }
  }

  /// The epoch whose groups are written now.
  package struct Epoch: Sendable, Equatable {
    package var number: UInt64
    package var half: UInt8
    package var salt: UInt64
    package var firstSequence: UInt64
  }

  /// The epoch before, while its half has not been reused.
  package struct PreviousEpoch: Sendable, Equatable {
    package var half: UInt8
    package var salt: UInt64
    package var firstSequence: UInt64
    package var lastSequence: UInt64
    package var endBlock: UInt32
  }

  package var storeID: StoreID
  package var generation: UInt64
  package var incompatibleFeatures: UInt64 = 0
  package var readOnlyFeatures: UInt64 = 0
  package var compatibleFeatures: UInt64 = 0
  package var hashSeed: UInt64
  package var idLimit: UInt64
  /// log2 of the size of each write-ahead log half.
  package var halves: (UInt8, UInt8)
  package var segmentTarget: UInt8
  package var isClean: Bool
  package var highestSegment: UInt32
  package var checkpoint = Checkpoint()
  package var durable: DurableMark
  package var epoch: Epoch
  package var previous: PreviousEpoch?
  package var created: Int64

  package init(
    storeID: StoreID,
    generation: UInt64,
    hashSeed: UInt64,
    idLimit: UInt64,
    halves: (UInt8, UInt8),
    segmentTarget: UInt8,
    isClean: Bool,
    highestSegment: UInt32,
    durable: DurableMark,
    epoch: Epoch,
    previous: PreviousEpoch?,
    created: Int64
  ) {
    self.storeID = storeID
    self.generation = generation
    self.hashSeed = hashSeed
    self.idLimit = idLimit
    self.halves = halves
    self.segmentTarget = segmentTarget
    self.isClean = isClean
    self.highestSegment = highestSegment
    self.durable = durable
    self.epoch = epoch
    self.previous = previous
    self.created = created
  }

  /// Whether commits of the previous epoch may lie beyond the durable mark: only then its groups are needed.
  var needsPreviousEpoch: Bool { previous.map { $0.lastSequence > durable.sequence } ?? false }

  package static func == (a: Superblock, b: Superblock) -> Bool { a.encoded() == b.encoded() }

  /// The 4096 bytes of the slot.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: FormatConstants.blockSize)
    writer.append(contentsOf: FormatConstants.superblockMagicBytes)
    writer.append(FormatConstants.majorVersion)
    writer.append(FormatConstants.minorVersion)
    writer.append(UInt32(FormatConstants.blockSize))
    writer.append(storeID.low)
    writer.append(storeID.high)
    writer.append(generation)
    writer.append(incompatibleFeatures)
    writer.append(readOnlyFeatures)
    writer.append(compatibleFeatures)
    writer.append(hashSeed)
    writer.append(idLimit)
    writer.append(halves.0)
    writer.append(halves.1)
    writer.append(segmentTarget)
    writer.append(UInt8(isClean ? 1 : 0))
    writer.append(highestSegment)
    writer.append(checkpoint.id)
    writer.append(checkpoint.sequence)
    writer.append(UInt64(checkpoint.position.segment))
    writer.append(checkpoint.position.offset)
    writer.append(checkpoint.hash)
    writer.append(UInt64(durable.position.segment))
    writer.append(durable.position.offset)
    writer.append(durable.hash)
    writer.append(durable.sequence)
    writer.append(epoch.number)
    writer.append(epoch.salt)
    writer.append(epoch.firstSequence)
    writer.append(UInt64(epoch.half))
    writer.append(UInt64(previous == nil ? 0 : 1 | UInt64(previous?.half ?? 0) << 8))
    writer.append(previous?.salt ?? 0)
    writer.append(previous?.firstSequence ?? 0)
    writer.append(previous?.lastSequence ?? 0)
    writer.append(UInt64(previous?.endBlock ?? 0))
    writer.append(created)
    writer.pad(to: FormatConstants.blockSize - 8)
    let hash = writer.bytes.withUnsafeBytes { XXH64.hash($0, seed: FormatConstants.superblockSeed) }
    writer.append(hash)
    return writer.bytes
  }

  /// What a slot may be, other than valid.
  package enum Refusal: Error, Equatable {
    /// The magic is missing: never written, or no store.
    case absent
    /// The hash does not fit the bytes.
    case damaged
    /// Written by a newer major version, or with features that this build does not know.
    case newer(String)
  }

  /// Reads a slot.
  ///
  /// A hash that fits proves that the bytes are what was written; fields out of range are refused all the
  /// same, since a store must not make a reader leave its bounds.
  package init(decoding bytes: UnsafeRawBufferPointer) throws(Refusal) {
    let size = FormatConstants.blockSize
    guard bytes.count == size else { throw .absent }
    guard bytes.prefix(8).elementsEqual(FormatConstants.superblockMagicBytes) else { throw .absent }
    let stored = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: size - 8, as: UInt64.self))
    let computed = XXH64.hash(
      UnsafeRawBufferPointer(rebasing: bytes[..<(size - 8)]),
      seed: FormatConstants.superblockSeed
    )
    guard stored == computed else { throw .damaged }
    var reader = ByteReader(bytes)
    do {
      _ = try reader.read(UInt64.self)
      let major = try reader.read(UInt16.self)
      let minor = try reader.read(UInt16.self)
      guard major == FormatConstants.majorVersion else {
        throw Refusal.newer("format version \(major).\(minor)")
      }
      guard try reader.read(UInt32.self) == UInt32(size) else { throw Refusal.damaged }
      storeID = StoreID(low: try reader.read(UInt64.self), high: try reader.read(UInt64.self))
      generation = try reader.read(UInt64.self)
      incompatibleFeatures = try reader.read(UInt64.self)
      readOnlyFeatures = try reader.read(UInt64.self)
      compatibleFeatures = try reader.read(UInt64.self)
      guard incompatibleFeatures == 0 else {
        throw Refusal.newer(
          "features \(String(incompatibleFeatures, radix: 16)) that this version does not know"
        )
      }
      hashSeed = try reader.read(UInt64.self)
      idLimit = try reader.read(UInt64.self)
      halves = (try reader.read(UInt8.self), try reader.read(UInt8.self))
      segmentTarget = try reader.read(UInt8.self)
      isClean = try reader.read(UInt8.self) == 1
      highestSegment = try reader.read(UInt32.self)
      checkpoint.id = try reader.read(UInt64.self)
      checkpoint.sequence = try reader.read(UInt64.self)
      checkpoint.position = try Self.position(&reader)
      checkpoint.hash = try reader.read(UInt64.self)
      durable = DurableMark(
        position: try Self.position(&reader),
        hash: try reader.read(UInt64.self),
        sequence: try reader.read(UInt64.self)
      )
      let number = try reader.read(UInt64.self)
      let salt = try reader.read(UInt64.self)
      let first = try reader.read(UInt64.self)
      epoch = Epoch(
        number: number,
        half: UInt8(truncatingIfNeeded: try reader.read(UInt64.self)),
        salt: salt,
        firstSequence: first
      )
      let flags = try reader.read(UInt64.self)
      let previousSalt = try reader.read(UInt64.self)
      let previousFirst = try reader.read(UInt64.self)
      let previousLast = try reader.read(UInt64.self)
      let previousEnd = try reader.read(UInt64.self)
      previous =
        flags & 1 == 0
        ? nil
        : PreviousEpoch(
          half: UInt8(truncatingIfNeeded: flags >> 8),
          salt: previousSalt,
          firstSequence: previousFirst,
          lastSequence: previousLast,
          endBlock: UInt32(truncatingIfNeeded: previousEnd)
        )
      created = try reader.read(Int64.self)
    } catch let failure as Refusal {
      throw failure
    } catch {
      throw .damaged
    }
    let sizes = FormatConstants.smallestHalf...FormatConstants.largestHalf
    guard sizes.contains(halves.0), sizes.contains(halves.1), epoch.half <= 1, (previous?.half ?? 0) <= 1,
      segmentTarget >= 16, segmentTarget <= FormatConstants.largestSegment,
      durable.position.segment > 0, durable.position.offset % UInt64(size) == 0, isWithinLimits
    else { throw .damaged }
  }

  /// Whether all numbers are in the bounds of the format, so that nothing computed from them can overflow.
  private var isWithinLimits: Bool {
    let sequences = [
      checkpoint.sequence, durable.sequence, epoch.firstSequence, previous?.firstSequence ?? 0,
      previous?.lastSequence ?? 0,
    ]
    let counters = [generation, epoch.number, checkpoint.id]
    return sequences.allSatisfy { $0 < FormatConstants.sequenceBound } && counters.allSatisfy { $0 < 1 << 62 }
      && [checkpoint.position, durable.position].allSatisfy {
        $0.segment < FormatConstants.segmentBound && $0.offset < FormatConstants.segmentEndBound
      }
      && highestSegment < FormatConstants.segmentBound && idLimit <= FormatConstants.idBound
  }

  private static func position(_ reader: inout ByteReader) throws(ByteReader.Failure) -> Position {
    let segment = try reader.read(UInt64.self)
    return Position(segment: UInt32(clamping: segment), offset: try reader.read(UInt64.self))
  }

  /// Bytes of a write-ahead log half.
  package func halfSize(_ half: UInt8) -> Int { 1 << Int(half == 0 ? halves.0 : halves.1) }
}
