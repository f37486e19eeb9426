import LogStore
import LogStoreTesting

/// One slot of `SUPER`.
struct SuperblockTarget: FuzzTarget {
  /// Widths of what stands in a slot, in order.
  static let widths =
    [8, 2, 2, 4, 8, 8, 8, 8, 8, 8, 8, 8, 1, 1, 1, 1, 4] + [Int](repeating: 8, count: 19)

  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    var bytes = Self.bytes(
      StoreID(low: random.next(), high: random.next()),
      hashSeed: random.next(),
      half: UInt8(13 + random.below(12)),
      isClean: random.once(in: 2),
      hasPrevious: random.once(in: 2)
    )
    bytes.put(random.number() >> 2, 32, 8)
    bytes.put(random.number() >> 24, 72, 8)
    bytes.put(random.number() >> 2, 88, 8)
    bytes.put(random.number() >> 32 & ~4095, 136, 8)
    var image = MutableImage(bytes)
    image.note(at: 0, Self.widths)
    image.mutate(&random)
    if !random.once(in: 8) { Self.seal(&image.bytes, 0) }
    return image.bytes
  }

  /// A slot, but for its checksum: the groups of the epoch begin with commit 10 and have the salt 7, those of the one
  /// before, if there is one, are the commits 5 to 9 with the salt 8.
  static func bytes(
    _ store: StoreID,
    hashSeed: UInt64,
    half: UInt8,
    isClean: Bool,
    hasPrevious: Bool
  ) -> [UInt8] {
    var image = MutableImage(Array("LOGSTOR1".utf8) + [1, 0, 0, 0, 0, 16, 0, 0])
    for number in [store.low, store.high, 3, 0, 0, 0, hashSeed, 100] { image.append(number, 8) }
    image.append([half, half, 16, isClean ? 1 : 0])
    image.append(1, 4)
    let checkpoint: [UInt64] = [0, 0, 0, 0, 0]
    let durable: [UInt64] = [1, 4096, 1, 4]
    let epoch: [UInt64] = [3, 7, 10, 0]
    let previous: [UInt64] = hasPrevious ? [1 | 1 << 8, 8, 5, 9, 3] : [0, 0, 0, 0, 0]
    for number in checkpoint + durable + epoch + previous + [0] { image.append(number, 8) }
    return image.bytes + [UInt8](repeating: 0, count: FormatConstants.blockSize - image.bytes.count)
  }

  /// Makes the checksum of a slot right.
  static func seal(_ bytes: inout [UInt8], _ start: Int) {
    let end = start + FormatConstants.blockSize - 8
    bytes.put(bytes.hash(start..<end, seed: FormatConstants.superblockSeed), end, 8)
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    let superblock = try Superblock(decoding: input)
    let again = try superblock.encoded().withUnsafeBytes { try Superblock(decoding: $0) }
    guard again == superblock else { throw FuzzViolation("another superblock when written and read again") }
    return true
  }
}
