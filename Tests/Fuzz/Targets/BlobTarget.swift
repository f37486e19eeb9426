import LogStore
import LogStoreTesting

/// A reference, and the file that it names.
struct BlobTarget: FuzzTarget {
  private static let store = StoreID(low: 3, high: 4)
  private static let chunk = 1 << 16

  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    let length =
      random.once(in: 30)
      ? random.one(of: [Self.chunk - 1, Self.chunk, Self.chunk + 1, 2 * Self.chunk + 5]) : random.below(99)
    var image = MutableImage([UInt8](repeating: 0, count: 32))
    image.bytes.put(random.next(), 0, 8)
    image.bytes.put(random.next(), 8, 8)
    image.bytes.put(UInt64(length), 16, 8)
    image.append(Array("LSBL".utf8))
    image.append([1, 0, 0, 16])
    for word in [
      Self.store.low, Self.store.high, image.bytes.number(0, 8), image.bytes.number(8, 8), 0, 0, 0,
    ] {
      image.append(word, 8)
    }
    for start in stride(from: 0, to: length, by: Self.chunk) {
      image.append(
        [UInt8](repeating: UInt8(truncatingIfNeeded: random.next()), count: min(Self.chunk, length - start))
      )
      image.append(0, 8)
    }
    image.append(Array("LSBE".utf8))
    for (number, width) in [(0, 4), (UInt64(length), 8), (0, 8), (0, 8)] as [(UInt64, Int)] {
      image.append(number, width)
    }
    image.note(at: 0, [8, 8, 8, 8, 4, 2, 1, 1])
    Self.seal(&image.bytes, length)
    if !random.once(in: 8) { image.mutate(&random) }
    if !random.once(in: 8) {
      Self.seal(&image.bytes, random.once(in: 2) ? length : Int(clamping: image.bytes.number(16, 8)))
    }
    return image.bytes
  }

  /// Makes the checksums right, of a file for a value of a length.
  private static func seal(_ bytes: inout [UInt8], _ length: Int) {
    let seed = bytes.number(0, 8) ^ bytes.number(8, 8)
    bytes.put(bytes.hash(32..<88, seed: store.low), 88, 8)
    var (next, chunk, digest) = (96, UInt64(0), seed)
    var left = length
    while left > 0, next + 8 <= bytes.count {
      let count = min(left, Self.chunk, bytes.count - next - 8)
      guard count > 0 else { break }
      let hash = bytes.hash(next..<next + count, seed: seed &+ chunk)
      bytes.put(hash, next + count, 8)
      digest = XXH64.hash(digest, hash, seed: seed)
      (next, chunk, left) = (next + count + 8, chunk + 1, left - count)
    }
    bytes.put(digest, 24, 8)
    bytes.put(digest, next + 16, 8)
    bytes.put(bytes.hash(next..<next + 24, seed: seed), next + 24, 8)
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    guard input.count >= 32,
      let reference = BlobReference(decoding: UnsafeRawBufferPointer(rebasing: input[..<32]))
    else { return false }
    let file = try MemoryStorageIO().open("/blob", .create)
    try file.write(UnsafeRawBufferPointer(rebasing: input[32...]), at: 0)
    let reader = try BlobReader(file, reference, store: Self.store, of: nil)
    _ = try? reader.read(reference.length / 2..<reference.length)
    try reader.verify()
    guard try reader.readAll().count == Int(reference.length) else {
      throw FuzzViolation("a blob of another length than its reference says")
    }
    return true
  }
}
