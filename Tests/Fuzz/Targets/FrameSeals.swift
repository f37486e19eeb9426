import LogStore

/// Makes the checksums of frames right again, so that what stands behind them is decoded although it was changed.
struct FrameSeals {
  let salt: UInt64
  let hashSeed: UInt64
  /// Header hash of the frame before that is no padding.
  var chain: UInt64
  /// Where frames ended, and the chain there.
  private(set) var ends: [(offset: Int, chain: UInt64)] = []

  init(salt: UInt64, hashSeed: UInt64, chain: UInt64) {
    (self.salt, self.hashSeed, self.chain) = (salt, hashSeed, chain)
  }

  /// Goes over frames.
  ///
  /// - Parameters:
  ///   - starts: Where they begin in the bytes.
  ///   - origin: Offset in the segment of the first byte.
  mutating func seal(_ bytes: inout [UInt8], _ starts: [Int], origin: Int = 0) {
    for start in starts where start + 64 <= bytes.count {
      let kind = bytes.number(start + 4, 2)
      let size = min(Int(bytes.number(start + 16, 4)), bytes.count - start - 64)
      let payload = start + 64..<start + 64 + size
      switch kind {
      case 1, 2, 3: bytes.put(content(&bytes, payload), start + 40, 8)
      case 4, 6: bytes.put(bytes.hash(payload, seed: salt), start + 40, 8)
      default: break
      }
      if kind == 6, size == 40, let bulk = lastBulk {
        bytes.put(UInt64(bulk.offset), start + 64, 8)
        bytes.put(UInt64(bulk.offset), start + 72, 8)
        bytes.put(bulk.hash, start + 80, 8)
        bytes.put(bulk.hash, start + 88, 8)
        bytes.put(bytes.hash(payload, seed: salt), start + 40, 8)
      }
      if kind != 5 { bytes.put(chain, start + 32, 8) }
      let hash = bytes.hash(start..<start + 56, seed: salt ^ UInt64(origin + start))
      bytes.put(hash, start + 56, 8)
      if kind != 5 { chain = hash }
      if kind == 2 { lastBulk = (origin + start, hash) }
      ends.append((origin + payload.upperBound, chain))
    }
  }

  private var lastBulk: (offset: Int, hash: UInt64)?

  /// Seals the records of a payload; the hash over them.
  private func content(_ bytes: inout [UInt8], _ payload: Range<Int>) -> UInt64 {
    var stream = XXH64.Stream(seed: salt)
    var next = payload.lowerBound
    while next + 32 <= payload.upperBound {
      let size = Int(bytes.number(next, 4))
      guard size >= 32, next + size <= payload.upperBound else { break }
      let seed = XXH64.hash(bytes.number(next, 8), bytes.number(next + 8, 8), seed: hashSeed)
      bytes.put(bytes.hash(next + 32..<next + size, seed: seed), next + 24, 8)
      stream.update(Array(bytes[next + 16..<next + 32]))
      next += aligned8(size)
    }
    return stream.finish()
  }

  /// Where frames and records begin, as their sizes say.
  static func places(in bytes: [UInt8], from start: Int, to end: Int) -> (frames: [Int], records: [Int]) {
    var (frames, records) = ([Int](), [Int]())
    var next = start
    while next + 64 <= min(end, bytes.count), bytes.number(next, 4) == UInt64(FormatConstants.frameMagic) {
      frames.append(next)
      let stop = next + 64 + Int(bytes.number(next + 16, 4))
      if (1...3).contains(bytes.number(next + 4, 2)) {
        var record = next + 64
        while record + 32 <= min(stop, bytes.count), bytes.number(record, 4) >= 32 {
          records.append(record)
          record += aligned8(Int(bytes.number(record, 4)))
        }
      }
      next = stop
    }
    return (frames, records)
  }

  /// Widths of what stands in the header of a frame, and of a record.
  static let frameWidths = [4, 2, 2, 8, 4, 4, 8, 8, 8, 8, 8]
  static let recordWidths = [4, 1, 1, 2, 8, 8, 8]
}
