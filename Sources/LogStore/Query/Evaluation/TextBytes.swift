/// String operations on UTF-8 bytes, for texts on which they give the same answers as Swift's strings.
///
/// A text is *simple* if it has only scalars below U+0300 and no carriage return. In simple texts each scalar
/// is a character of its own, none is canonically equivalent to anything else, and the order of scalars is
/// that of bytes: so equality, order, containment and prefixes of simple texts are those of their bytes
/// (checked by a test over all pairs). U+0300 is `CC 80`, so simple means: every byte is below `0xCC` and
/// none is `0x0D`.
enum TextBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  private static let highs: UInt64 = 0x8080_8080_8080_8080
  private static let returns: UInt64 = 0x0D0D_0D0D_0D0D_0D0D
  private static let marks: UInt64 = 0x3434_3434_3434_3434

  /// High bit of each byte that is zero.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    ~(((word & lows) &+ lows) | word) & highs
  }

  /// Whether one of eight bytes is not simple.
  @inline(__always)
  private static func isComplex(_ word: UInt64) -> Bool {
    (((word & lows) &+ marks) & word & highs) | zeros(word ^ returns) != 0
  }

  /// Bytes `start..<start + count` (fewer than eight) as the low bytes of a word, the others `filler`.
  @inline(__always)
  private static func tail(
    _ text: UnsafeRawBufferPointer,
    _ start: Int,
    filler: UInt64
  ) -> UInt64 {
    guard let base = text.baseAddress else { return filler }
    let count = text.count - start
    if text.count >= 8 {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self))
      let shift = UInt64(8 * (8 - count))
      return word >> shift | ~(UInt64.max >> shift) & filler
    }
    var word = filler
    for index in 0..<count {
      let shift = UInt64(8 * index)
      word =
        word & ~(0xFF << shift)
        | UInt64(base.load(fromByteOffset: start + index, as: UInt8.self)) << shift
    }
    return word
  }

  /// Whether a text is simple.
  static func isSimple(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let base = text.baseAddress else { return true }
    var index = 0
    while index + 8 <= text.count {
      if isComplex(UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))) {
        return false
      }
      index += 8
    }
    return index == text.count || !isComplex(tail(text, index, filler: 0))
  }

  /// Whether the bytes are the same.
  @inline(__always)
  static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    guard let p = a.baseAddress, let q = b.baseAddress else { return true }
    return areEqual(p, q, a.count)
  }

  /// Whether some bytes are the same.
  @inline(__always)
  private static func areEqual(_ p: UnsafeRawPointer, _ q: UnsafeRawPointer, _ count: Int) -> Bool {
    var index = 0
    while index + 8 <= count {
      if p.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        != q.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      {
        return false
      }
      index += 8
    }
    while index < count {
      if p.load(fromByteOffset: index, as: UInt8.self) != q.load(fromByteOffset: index, as: UInt8.self) {
        return false
      }
      index += 1
    }
    return true
  }

  /// Order of bytes: negative, zero, positive.
  static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let count = min(a.count, b.count)
    var index = 0
    if let p = a.baseAddress, let q = b.baseAddress {
      while index + 8 <= count {
        let x = UInt64(bigEndian: p.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let y = UInt64(bigEndian: q.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        if x != y { return x < y ? -1 : 1 }
        index += 8
      }
      while index < count {
        let x = p.load(fromByteOffset: index, as: UInt8.self)
        let y = q.load(fromByteOffset: index, as: UInt8.self)
        if x != y { return x < y ? -1 : 1 }
        index += 1
      }
    }
    return a.count - b.count
  }

  /// Whether a text begins with the bytes of another.
  static func starts(_ text: UnsafeRawBufferPointer, with pattern: UnsafeRawBufferPointer) -> Bool {
    guard pattern.count <= text.count else { return false }
    return areEqual(UnsafeRawBufferPointer(rebasing: text[..<pattern.count]), pattern)
  }

  /// Whether the bytes of a simple pattern, which is not empty, stand in a text.
  ///
  /// - Returns: nil if the text is not simple.
  static func contains(
    _ text: UnsafeRawBufferPointer,
    _ pattern: UnsafeRawBufferPointer
  ) -> Bool? {
    guard let base = text.baseAddress, let wanted = pattern.baseAddress, pattern.count <= text.count else {
      return isSimple(text) ? false : nil
    }
    if text.count > 16 { return search(base, text.count, wanted, pattern.count) }
    if text.count > 8, pattern.count > 1 { return searchShort(base, text.count, wanted, pattern.count) }
    guard isSimple(text) else { return nil }
    for place in 0...(text.count - pattern.count) where areEqual(base + place, wanted, pattern.count) {
      return true
    }
    return false
  }

  /// The search in nine to sixteen bytes, of a pattern of two or more: eight places at a time, from both ends.
  private static func searchShort(
    _ base: UnsafeRawPointer,
    _ count: Int,
    _ wanted: UnsafeRawPointer,
    _ length: Int
  ) -> Bool? {
    func word(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    let end = count &- 9
    let (low, high) = (word(0), word(end &+ 1))
    if isComplex(low) || isComplex(high) { return nil }
    let first = UInt64(wanted.load(as: UInt8.self)) &* ones
    let second = UInt64(wanted.load(fromByteOffset: 1, as: UInt8.self)) &* ones
    var hits = zeros(low ^ first) & zeros(word(1) ^ second)
    var start = 0
    while true {
      if length == 2, hits != 0 { return true }
      while hits != 0 {
        let place = start &+ hits.trailingZeroBitCount &>> 3
        if place &+ length <= count, areEqual(base + place, wanted, length) { return true }
        hits &= hits &- 1
      }
      if start == end { return false }
      start = end
      hits = zeros(word(end) ^ first) & zeros(high ^ second)
    }
  }

  /// The search in more than sixteen bytes: sixteen places at a time are compared with the first two bytes of
  /// the pattern, while the greatest byte and carriage returns are gathered on the way.
  private static func search(
    _ base: UnsafeRawPointer,
    _ count: Int,
    _ wanted: UnsafeRawPointer,
    _ length: Int
  ) -> Bool? {
    typealias Block = SIMD16<UInt8>
    let none = Block(repeating: 0)
    let all = Block(repeating: 0xFF)
    let returnBlock = Block(repeating: 0x0D)
    let first = Block(repeating: wanted.load(as: UInt8.self))
    let second = Block(repeating: length > 1 ? wanted.load(fromByteOffset: 1, as: UInt8.self) : 0)
    let last = base.load(fromByteOffset: count - 1, as: UInt8.self)
    if last >= 0xCC || last == 0x0D { return nil }
    var highest = none
    var returns = none
    var found = length == 1 && last == wanted.load(as: UInt8.self)
    var index = 0
    while true {
      // The last block overlaps the one before; its last byte but one is the last start of two bytes.
      let start = min(index, count - 17)
      let block = base.loadUnaligned(fromByteOffset: start, as: Block.self)
      highest = pointwiseMax(highest, block)
      returns = returns | none.replacing(with: all, where: block .== returnBlock)
      if !found {
        var hits = none.replacing(with: all, where: block .== first)
        if length > 1 {
          let next = base.loadUnaligned(fromByteOffset: start + 1, as: Block.self)
          hits = hits & none.replacing(with: all, where: next .== second)
        }
        let halves = unsafeBitCast(hits, to: SIMD2<UInt64>.self)
        if halves[0] | halves[1] != 0 {
          for place in 0..<16 where hits[place] != 0 && start + place + length <= count {
            if areEqual(base + start + place, wanted, length) {
              found = true
              break
            }
          }
        }
      }
      index += 16
      if index >= count - 1 { break }
    }
    let halves = unsafeBitCast(returns, to: SIMD2<UInt64>.self)
    return highest.max() >= 0xCC || halves[0] | halves[1] != 0 ? nil : found
  }
}
