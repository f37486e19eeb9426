/// What has to be known of a store before any of its checksums can be computed.
struct SalvageRoot {
  var storeID: StoreID
  var hashSeed: UInt64
  /// The superblock that counts; nil where none of the slots is valid.
  var superblock: Superblock?
  /// What is wrong with the slots, in words; nil if nothing is.
  var problem: String?

  /// Whether a damaged slot may have held a newer superblock than the one that was taken.
  var mayBeOld = false

  var segmentTarget: UInt8 { superblock?.segmentTarget ?? FormatConstants.smallestSegment }

  /// Reads the slots of the superblock; where none is valid, takes the store's identity from a segment and the seed
  /// from what is left of a slot, if a record proves it right.
  ///
  /// - Throws: `storeMissing`, `notAStore`, `newerFormat`, `superblockCorrupt` where no checksum can be computed,
  ///   `inputOutput`.
  init(io: any StorageIO, paths: StorePaths) throws(StoreError) {
    do throws(StoreError) {
      let slots = try SuperblockSlots(io: io, paths: paths)
      storeID = slots.chosen.storeID
      hashSeed = slots.chosen.hashSeed
      superblock = slots.chosen
      if !slots.damaged.isEmpty {
        let next = Int((slots.chosen.generation + 1) % UInt64(FormatConstants.superblockSlots))
        mayBeOld = slots.damaged.contains(next)
        problem =
          "slot \(slots.damaged.map(String.init).joined(separator: " and ")) is damaged; generation"
          + " \(slots.chosen.generation) was taken"
      }
      return
    } catch {
      guard error.code == .superblockCorrupt, let found = try Self.search(io, paths) else { throw error }
      (storeID, hashSeed) = found
      problem =
        "none of the slots is valid; identity and seed were found all the same, the end of the log was not"
    }
  }

  private static func search(
    _ io: any StorageIO,
    _ paths: StorePaths
  ) throws(StoreError) -> (StoreID, UInt64)? {
    let block = FormatConstants.blockSize
    guard let root = try SalvageFile(paths.superblock, io: io) else { return nil }
    var seeds: [UInt64] = []
    for slot in 0..<FormatConstants.superblockSlots {
      let bytes = root.bytes(at: UInt64(slot * block), count: 72)
      if bytes.count == 72, bytes.word(64, UInt64.self) != 0 { seeds.append(bytes.word(64, UInt64.self)) }
    }
    let names = (try? io.contents(ofDirectory: paths.segments)) ?? []
    for number in names.compactMap({ StorePaths.segmentNumber(in: $0) }).sorted() {
      guard let file = try SalvageFile(paths.segment(number), io: io) else { continue }
      let head = file.bytes(at: 0, count: FormatConstants.segmentHeaderSize)
      guard head.count == FormatConstants.segmentHeaderSize else { continue }
      let id = StoreID(low: head.word(16, UInt64.self), high: head.word(24, UInt64.self))
      guard SegmentHeader(decoding: head, storeID: id) != nil else { continue }
      // Some records in front are enough to tell; a store without any has nothing to lose.
      for seed in seeds where holdsRecord(file, seed) { return (id, seed) }
    }
    return nil
  }

  private static func holdsRecord(_ file: SalvageFile, _ seed: UInt64) -> Bool {
    let end = min(file.size, 1 << 16)
    for offset in stride(from: UInt64(FormatConstants.segmentHeaderSize), to: end, by: 8) {
      let bytes = file.bytes(at: offset, count: 1 << 12)
      if (try? VerifiedRecord(bytes, of: nil, hashSeed: seed)) != nil { return true }
    }
    return false
  }
}
