/// The 64-bit xxHash, the checksum of everything in a store.
///
/// Conforms to the public specification (xxHash, `doc/xxhash_spec.md`). It finds damage, not forgery:
/// secrets are guarded by their authentication tags. Needs no processor feature; about 10 GB/s on 1 MiB in a
/// release build, 19 ns for 64 bytes.
package enum XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Hashes bytes in one go. O(n), no allocation.
  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    guard let base = bytes.baseAddress else { return finish(seed &+ prime5, nil, 0) }
    let count = bytes.count
    if count < 32 { return finish(seed &+ prime5 &+ UInt64(count), base, count) }
    var lanes = Lanes(seed: seed)
    let whole = count & ~31
    lanes.consume(base, whole)
    return finish(lanes.merged() &+ UInt64(count), base + whole, count - whole)
  }

  /// The hash of two words as the sixteen bytes that they are in little endian order: what every record asks for.
  package static func hash(_ first: UInt64, _ second: UInt64, seed: UInt64) -> UInt64 {
    var hash = seed &+ prime5 &+ 16
    hash = rotate(hash ^ round(0, first), 27) &* prime1 &+ prime4
    hash = rotate(hash ^ round(0, second), 27) &* prime1 &+ prime4
    return spread(hash)
  }

  /// Hashes the bytes of an array in one go.
  package static func hash(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
    bytes.withUnsafeBytes { hash($0, seed: seed) }
  }

  /// A hash over several ranges, equal to the hash of their concatenation.
  package struct Stream {
    private let seed: UInt64
    private var lanes: Lanes
    private var total: UInt64 = 0
    /// Bytes that do not fill a stripe of 32 yet; `pendingCount` of them count.
    private var pending: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private var pendingCount = 0

    /// Starts over nothing.
    package init(seed: UInt64) {
      self.seed = seed
      lanes = Lanes(seed: seed)
    }

    /// Appends a range. O(n), no allocation.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
      guard var next = bytes.baseAddress, !bytes.isEmpty else { return }
      var left = bytes.count
      total &+= UInt64(left)
      if pendingCount > 0 {
        let taken = min(32 - pendingCount, left)
        let offset = pendingCount
        withUnsafeMutableBytes(of: &pending) { buffer in
          UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<offset + taken])
            .copyMemory(from: UnsafeRawBufferPointer(start: next, count: taken))
        }
        pendingCount += taken
        next += taken
        left -= taken
        guard pendingCount == 32 else { return }
        consumePending()
      }
      let whole = left & ~31
      if whole > 0 { lanes.consume(next, whole) }
      pendingCount = left - whole
      if pendingCount > 0 {
        let rest = UnsafeRawBufferPointer(start: next + whole, count: pendingCount)
        withUnsafeMutableBytes(of: &pending) { $0.copyMemory(from: rest) }
      }
    }

    /// Appends an array.
    package mutating func update(_ bytes: [UInt8]) {
      bytes.withUnsafeBytes { update($0) }
    }

    /// The hash of everything appended so far; more may follow.
    package func finish() -> UInt64 {
      let start = (total < 32 ? seed &+ prime5 : lanes.merged()) &+ total
      return withUnsafeBytes(of: pending) { XXH64.finish(start, $0.baseAddress, pendingCount) }
    }

    private mutating func consumePending() {
      let stripe = pending
      withUnsafeBytes(of: stripe) { buffer in
        if let base = buffer.baseAddress { lanes.consume(base, 32) }
      }
      pendingCount = 0
    }
  }

  /// The four running accumulators.
  private struct Lanes {
    var a: UInt64, b: UInt64, c: UInt64, d: UInt64

    init(seed: UInt64) {
      a = seed &+ prime1 &+ prime2
      b = seed &+ prime2
      c = seed
      d = seed &- prime1
    }

    /// Takes in whole stripes; `count` is a multiple of 32.
    @inline(__always)
    mutating func consume(_ base: UnsafeRawPointer, _ count: Int) {
      var (a, b, c, d) = (a, b, c, d)
      var next = base
      let end = base + count
      while next < end {
        a = round(a, load64(next, 0))
        b = round(b, load64(next, 8))
        c = round(c, load64(next, 16))
        d = round(d, load64(next, 24))
        next += 32
      }
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    func merged() -> UInt64 {
      var hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
      hash = merge(hash, a)
      hash = merge(hash, b)
      hash = merge(hash, c)
      return merge(hash, d)
    }
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    (value &<< bits) | (value &>> (64 &- bits))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }

  @inline(__always)
  private static func load64(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Mixes in the last `count` < 32 bytes and spreads every bit over the result.
  @inline(__always)
  private static func finish(_ start: UInt64, _ base: UnsafeRawPointer?, _ count: Int) -> UInt64 {
    var hash = start
    if let base {
      var offset = 0
      while offset &+ 8 <= count {
        hash = rotate(hash ^ round(0, load64(base, offset)), 27) &* prime1 &+ prime4
        offset &+= 8
      }
      if offset &+ 4 <= count {
        let word = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        hash = rotate(hash ^ (UInt64(word) &* prime1), 23) &* prime2 &+ prime3
        offset &+= 4
      }
      while offset < count {
        let byte = base.load(fromByteOffset: offset, as: UInt8.self)
        hash = rotate(hash ^ (UInt64(byte) &* prime5), 11) &* prime1
        offset &+= 1
      }
    }
    return spread(hash)
  }

  @inline(__always)
  private static func spread(_ hash: UInt64) -> UInt64 {
    var hash = (hash ^ (hash &>> 33)) &* prime2
    hash = (hash ^ (hash &>> 29)) &* prime3
    return hash ^ (hash &>> 32)
  }
}
