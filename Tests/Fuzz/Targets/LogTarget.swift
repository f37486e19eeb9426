import LogStore
import LogStoreTesting

/// Both halves of the log behind a byte that says what the superblock is like.
struct LogTarget: FuzzTarget {
  private static let seed: UInt64 = 0x1234
  private static let halfSize = 1 << 14

  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    let options = UInt8(random.below(4))
    var image = MutableImage([options])
    var groups: [Int] = []
    for half in 0..<2 {
      var (block, sequence) = (UInt32(0), UInt64(half == 0 ? 10 : 5))
      while block < 4, !random.once(in: 5) {
        let start = 1 + half * Self.halfSize + Int(block) * 4096
        image.bytes += [UInt8](repeating: 0, count: max(0, start - image.bytes.count))
        let body = random.bytes(random.once(in: 5) ? random.below(5000) : random.below(300))
        let header = GroupHeader(
          size: 96 + body.count,
          salt: half == 0 ? 7 : 8,
          block: block,
          frameCount: UInt32(1 + random.below(2)),
          firstSequence: sequence,
          target: .init(segment: 1, offset: UInt64(random.below(3)) * 4096),
          promise: UInt32(random.below(3)),
          generation: 3,
          idLimit: random.number() >> 30,
          bodyHash: 0
        )
        guard start + header.size <= 1 + (half + 1) * Self.halfSize else { break }
        image.bytes += Self.bytes(header) + body
        image.note(at: start, Self.widths)
        groups.append(start)
        sequence += UInt64(header.frameCount)
        block += UInt32(alignedBlock(header.size) / 4096)
      }
      image.bytes += [UInt8](repeating: 0, count: 1 + (half + 1) * Self.halfSize - image.bytes.count)
    }
    if !random.once(in: 8) { image.mutate(&random) }
    if !random.once(in: 8) { for start in groups { Self.seal(&image.bytes, start, storeSeed: Self.seed) } }
    return image.bytes
  }

  /// Widths of what stands in the header of a group.
  static let widths = [4, 4, 8, 4, 4, 8, 4, 4, 8, 8, 8, 8, 8, 8, 8]

  private static func bytes(_ header: GroupHeader) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 96)
    bytes.withUnsafeMutableBytes { if let base = $0.baseAddress { header.store(to: base, storeSeed: seed) } }
    return bytes
  }

  /// Makes the checksums of a group right.
  static func seal(_ bytes: inout [UInt8], _ start: Int, storeSeed: UInt64) {
    let size = Int(bytes.number(start + 4, 4))
    let salt = bytes.number(start + 8, 8)
    if size > 96 { bytes.put(bytes.hash(start + 96..<start + size, seed: salt), start + 64, 8) }
    let block = bytes.number(start + 16, 4)
    bytes.put(bytes.hash(start..<start + 88, seed: storeSeed ^ salt ^ block), start + 88, 8)
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    guard let options = input.first else { return false }
    let rest = UnsafeRawBufferPointer(rebasing: input.dropFirst())
    let halves = [Array(rest.prefix(Self.halfSize)), Array(rest.dropFirst(Self.halfSize))]
    var bytes = SuperblockTarget.bytes(
      StoreID(low: 1, high: 2),
      hashSeed: Self.seed,
      half: 14,
      isClean: options & 1 != 0,
      hasPrevious: options & 2 != 0
    )
    SuperblockTarget.seal(&bytes, 0)
    let superblock = try bytes.withUnsafeBytes { try Superblock(decoding: $0) }
    let scan = try LogScan(superblock: superblock, halves: halves, paths: StorePaths(root: "/none"))
    for group in scan.groups where group.body.count != group.header.size - 96 {
      throw FuzzViolation("a group of \(group.header.size) bytes with a body of \(group.body.count)")
    }
    return !scan.groups.isEmpty
  }
}
