import LogStore
import LogStoreTesting

/// Changes the files of a store.
struct StoreDamage {
  private(set) var files: [String: [UInt8]]
  private let store: StoreID
  private let seed: UInt64
  private let names: [String]

  init(_ store: FuzzStore) {
    files = store.files
    names = files.keys.filter {
      !$0.hasSuffix("/LOCK") && !$0.hasSuffix("/RESERVE") && $0 != FuzzStore.keyPath
    }.sorted()
    let superblock = files[Self.superblock] ?? []
    self.store = StoreID(low: superblock.number(16, 8), high: superblock.number(24, 8))
    seed = superblock.number(64, 8)
  }

  private static let superblock = FuzzStore.path + "/SUPER"

  // MARK: As disks do

  /// Changes bytes and files without knowing what they mean.
  mutating func strike(_ random: inout SimulatedRandomness) {
    for _ in 0..<1 + random.below(3) {
      let name = random.one(of: names)
      guard var bytes = files[name], !bytes.isEmpty else { continue }
      let sector = random.below((bytes.count + 511) / 512) * 512
      let range = sector..<min(bytes.count, sector + 512)
      switch random.below(8) {
      case 0: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      case 1: bytes[range.lowerBound + random.below(range.count)] = UInt8(truncatingIfNeeded: random.next())
      case 2: bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
      case 3: bytes.replaceSubrange(range, with: random.bytes(range.count))
      case 4:
        let other = random.below((bytes.count + 511) / 512) * 512
        let source = Array(bytes[other..<min(bytes.count, other + range.count)])
        bytes.replaceSubrange(
          range.lowerBound..<range.lowerBound + min(range.count, source.count),
          with: source.prefix(range.count)
        )
      case 5: bytes.removeLast(random.below(bytes.count))
      case 6: bytes += random.bytes(random.below(600))
      default:
        files[name] = random.once(in: 2) ? nil : files[random.one(of: names)]
        continue
      }
      files[name] = bytes
    }
  }

  // MARK: As no disk does

  /// Changes numbers where they stand, and makes the checksums right from the records up to the superblock.
  mutating func forge(_ random: inout SimulatedRandomness) {
    let what = random.below(10)
    if what < 5 { forgeSegments(&random) }
    if what == 4 || what == 5 || what == 6 { forgeCheckpoints(&random) }
    if what == 6 || what == 7 { forgeSuperblock(&random) } else { sealSuperblock() }
    if what == 8 { forgeLog(&random) }
    if what == 9 { forgeOthers(&random) }
  }

  private mutating func forgeSegments(_ random: inout SimulatedRandomness) {
    let segments = names.filter { $0.hasSuffix(".seg") }
    let chosen = random.one(of: segments)
    var chains: [UInt64: [(offset: Int, chain: UInt64)]] = [:]
    for name in segments {
      guard var bytes = files[name] else { continue }
      let places = FrameSeals.places(in: bytes, from: 96, to: bytes.count)
      if name == chosen { mutateSegment(&bytes, places, &random) }
      let previous = bytes.number(12, 4)
      if let chain = chains[previous]?.last(where: { $0.offset <= Int(clamping: bytes.number(56, 8)) })?.chain
      {
        bytes.put(chain, 64, 8)
      }
      bytes.put(bytes.hash(0..<88, seed: store.low), 88, 8)
      var seals = FrameSeals(salt: bytes.number(32, 8), hashSeed: seed, chain: bytes.number(88, 8))
      seals.seal(&bytes, places.frames)
      chains[bytes.number(8, 4)] = [(96, bytes.number(88, 8))] + seals.ends
      files[name] = bytes
    }
    followChains(chains)
  }

  private func mutateSegment(
    _ bytes: inout [UInt8],
    _ places: (frames: [Int], records: [Int]),
    _ random: inout SimulatedRandomness
  ) {
    var image = MutableImage(bytes)
    for _ in 0..<1 + random.below(3) {
      switch random.below(8) {
      case 0: image.note(at: 0, [4, 2, 2, 4, 4, 8, 8, 8, 8, 8, 8, 8])
      case 1, 2:
        if !places.frames.isEmpty { image.note(at: random.one(of: places.frames), FrameSeals.frameWidths) }
      case 3, 4:
        if !places.records.isEmpty { image.note(at: random.one(of: places.records), FrameSeals.recordWidths) }
      default:
        guard !places.records.isEmpty else { continue }
        // Something in the payload: an index, a size, an id, a kind, a character.
        let record = random.one(of: places.records)
        let size = max(1, Int(bytes.number(record, 4)) - 32)
        let width = random.one(of: [1, 2, 4, 4, 8])
        image.note(at: record + 32 + random.below(size), [width])
      }
      if image.fields.isEmpty { continue }
      image.fields = [random.one(of: image.fields)]
      image.mutateField(&random)
      image.fields = []
    }
    bytes = image.bytes
  }

  /// Tells checkpoints, lists and the superblock what the hashes of frames are now.
  private mutating func followChains(_ chains: [UInt64: [(offset: Int, chain: UInt64)]]) {
    func chain(_ segment: UInt64, _ offset: UInt64) -> UInt64? {
      chains[segment]?.last { $0.offset <= Int(clamping: offset) }?.chain
    }
    for name in names where name.hasSuffix(".ckpt") || name.hasSuffix(".list") {
      guard var bytes = files[name] else { continue }
      if let found = chain(bytes.number(40, 8), bytes.number(48, 8)) { bytes.put(found, 56, 8) }
      let start = name.hasSuffix(".list") ? Int(bytes.number(80, 8)) : Int(bytes.number(96, 8))
      for entry in 0..<Int(bytes.number(104, 8)) / 40 {
        let place = start + 40 * entry
        if let found = chain(bytes.number(place, 4), bytes.number(place + 8, 8)) {
          bytes.put(found, place + 16, 8)
        }
      }
      CheckpointSeals(storeID: store).seal(&bytes)
      files[name] = bytes
    }
    guard var bytes = files[Self.superblock] else { return }
    for slot in stride(from: 0, to: bytes.count, by: 4096) {
      if let found = chain(bytes.number(slot + 128, 8), bytes.number(slot + 136, 8)) {
        bytes.put(found, slot + 144, 8)
      }
    }
    files[Self.superblock] = bytes
  }

  private mutating func forgeCheckpoints(_ random: inout SimulatedRandomness) {
    for name in names where name.hasSuffix(".ckpt") || name.hasSuffix(".list") {
      guard let bytes = files[name] else { continue }
      var image = MutableImage(bytes)
      if name.hasSuffix(".ckpt") {
        CheckpointSeals.note(&image)
      } else {
        image.note(at: 0, [4, 2, 2] + [Int](repeating: 8, count: (bytes.count - 8) / 8))
      }
      for _ in 0..<1 + random.below(3) { image.mutateField(&random) }
      CheckpointSeals(storeID: store).seal(&image.bytes)
      files[name] = image.bytes
    }
  }

  private mutating func forgeSuperblock(_ random: inout SimulatedRandomness) {
    guard let bytes = files[Self.superblock] else { return }
    var image = MutableImage(bytes)
    for slot in stride(from: 0, to: bytes.count, by: 4096) { image.note(at: slot, SuperblockTarget.widths) }
    sealSuperblock()
    image.bytes = files[Self.superblock] ?? []
    for _ in 0..<1 + random.below(3) { image.mutateField(&random) }
    for slot in stride(from: 0, to: bytes.count, by: 4096) where image.bytes.number(slot, 8) != 0 {
      SuperblockTarget.seal(&image.bytes, slot)
    }
    files[Self.superblock] = image.bytes
  }

  /// Lets each slot name its checkpoint, or its list, as they are now.
  private mutating func sealSuperblock() {
    guard var bytes = files[Self.superblock] else { return }
    for slot in stride(from: 0, to: bytes.count, by: 4096) where bytes.number(slot, 8) != 0 {
      let paths = StorePaths(root: FuzzStore.path)
      let id = bytes.number(slot + 88, 8)
      if let file = files[paths.checkpoint(id)] ?? files[paths.segmentList(id)] {
        bytes.put(file.hash(0..<Int(clamping: file.number(80, 8)), seed: store.high), slot + 120, 8)
      }
      SuperblockTarget.seal(&bytes, slot)
    }
    files[Self.superblock] = bytes
  }

  private mutating func forgeLog(_ random: inout SimulatedRandomness) {
    for name in names where name.contains("/wal.") {
      guard let bytes = files[name] else { continue }
      var image = MutableImage(bytes)
      let magic = UInt64(FormatConstants.groupMagic)
      let groups = stride(from: 0, to: bytes.count, by: 4096).filter { bytes.number($0, 4) == magic }
      for start in groups {
        image.note(at: start, LogTarget.widths)
        let frames = start + 96 + (bytes.number(start + 40, 8) == 0 ? 96 : 0)
        let places = FrameSeals.places(in: bytes, from: frames, to: bytes.count)
        for frame in places.frames { image.note(at: frame, FrameSeals.frameWidths) }
      }
      guard !groups.isEmpty else { continue }
      for _ in 0..<1 + random.below(3) { image.mutateField(&random) }
      for start in groups { LogTarget.seal(&image.bytes, start, storeSeed: seed) }
      files[name] = image.bytes
    }
  }

  private mutating func forgeOthers(_ random: inout SimulatedRandomness) {
    if random.once(in: 2), let keys = files[FuzzStore.path + "/KEYS"] {
      var image = MutableImage(keys)
      for start in [0, keys.count / 2] {
        image.note(at: start, [8, 8, 8, 8, 4, 4, 8, 8, -56, 4, 4, 4, 4, 8])
      }
      image.mutateField(&random)
      KeysTarget.seal(&image.bytes)
      files[FuzzStore.path + "/KEYS"] = image.bytes
    }
    for name in names where name.contains("/blob/") {
      var image = MutableImage(files[name] ?? [])
      image.note(at: 0, [4, 2, 1, 1, 8, 8, 8, 8, 8, 8, 8])
      image.mutateField(&random)
      image.bytes.put(image.bytes.hash(0..<56, seed: store.low), 56, 8)
      files[name] = image.bytes
    }
  }
}
