/// The one-time authenticator Poly1305 (RFC 8439, 2.5). A key makes one tag, never two.
///
/// The sum is kept in two words of 64 bits and a few bits above; a block costs four multiplications of 64 by 64
/// bits, whose time depends on no bit of theirs on the processors that Swift supports. 3.2 GB/s in a release
/// build (five limbs of 26 bits: 1.2; `multipliedFullWidth` with carries by hand: 1.4) and 150 MB/s without
/// optimisation, which `UInt128(_low:_high:)` decided: the generic conversions give 8 there.
package struct Poly1305: ~Copyable {
  package static let keyByteCount = 32
  package static let tagByteCount = 16

  /// What is wiped in the end, in one piece.
  private struct State: BitwiseCopyable {
    /// The clamped factor, and its upper word times 5/4, by which what passes 2^130 comes back to the bottom.
    var r0, r1, s1: UInt64
    /// What is added in the end.
    var pad0, pad1: UInt64
    /// The sum so far, below 2^130 and a little.
    var h0: UInt64 = 0
    var h1: UInt64 = 0
    var h2: UInt64 = 0
    /// Bytes that do not fill a block yet; `pendingCount` of them count.
    var pending: (UInt64, UInt64) = (0, 0)
  }

  private var state: State
  private var pendingCount = 0

  /// Begins a tag.
  ///
  /// - Parameter key: 32 bytes: the factor, which is clamped here, and the number added in the end.
  /// - Throws: `wrongLength`.
  package init(key: UnsafeRawBufferPointer) throws(SealingError) {
    guard key.count == Self.keyByteCount, let key = key.baseAddress else {
      throw .wrongLength(.key, expected: Self.keyByteCount, found: key.count)
    }
    let r1 = Self.load(key, 8) & 0x0fff_fffc_0fff_fffc
    state = State(
      r0: Self.load(key, 0) & 0x0fff_fffc_0fff_ffff,
      r1: r1,
      s1: r1 &+ (r1 &>> 2),
      pad0: Self.load(key, 16),
      pad1: Self.load(key, 24)
    )
  }

  /// Appends bytes. O(n), no allocation.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard var next = bytes.baseAddress else { return }
    var left = bytes.count
    if pendingCount > 0 {
      let taken = min(16 &- pendingCount, left)
      keep(next, taken)
      guard pendingCount == 16 else { return }
      takeInPending(top: 1)
      next += taken
      left &-= taken
    }
    let whole = left & ~15
    takeIn(next, whole, top: 1)
    keep(next + whole, left &- whole)
  }

  /// Appends zeros up to the next multiple of 16 bytes, as the AEAD construction does (RFC 8439, 2.8).
  package mutating func pad() {
    if pendingCount == 0 { return }
    fillPending()
    takeInPending(top: 1)
  }

  /// Writes the tag. The authenticator is used up then.
  ///
  /// - Throws: `wrongLength` unless there is room for exactly 16 bytes.
  package mutating func finish(into tag: UnsafeMutableRawBufferPointer) throws(SealingError) {
    guard tag.count == Self.tagByteCount, let tag = tag.baseAddress else {
      throw .wrongLength(.tag, expected: Self.tagByteCount, found: tag.count)
    }
    if pendingCount > 0 {
      // The last block is closed by a one behind its bytes instead of above them.
      var one: UInt8 = 1
      let taken = pendingCount
      withUnsafeBytes(of: &one) { byte in
        if let byte = byte.baseAddress { keep(byte, 1) }
      }
      if taken < 15 { fillPending() }
      takeInPending(top: 0)
    }
    // The sum less 2^130 - 5, taken in its place when it is not negative.
    var sum = Self.wide(state.h0) &+ Self.wide(5)
    let g0 = sum._low
    sum = Self.wide(state.h1) &+ Self.wide(sum._high)
    let g1 = sum._low
    let passes = 0 &- ((state.h2 &+ sum._high) &>> 2)
    let h0 = (state.h0 & ~passes) | (g0 & passes)
    let h1 = (state.h1 & ~passes) | (g1 & passes)
    sum = Self.wide(h0) &+ Self.wide(state.pad0)
    tag.storeBytes(of: sum._low.littleEndian, as: UInt64.self)
    let top = h1 &+ state.pad1 &+ sum._high
    tag.storeBytes(of: top.littleEndian, toByteOffset: 8, as: UInt64.self)
    wipe()
  }

  /// Overwrites key and sum.
  package mutating func wipe() {
    SecretScratch.wipe(&state)
    pendingCount = 0
  }
}

extension Poly1305 {
  @inline(__always)
  private static func load(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func wide(_ low: UInt64) -> UInt128 { UInt128(_low: low, _high: 0) }

  /// Puts bytes aside; there is room for them.
  private mutating func keep(_ bytes: UnsafeRawPointer, _ count: Int) {
    if count == 0 { return }
    let offset = pendingCount
    withUnsafeMutableBytes(of: &state.pending) { pending in
      if let base = pending.baseAddress { (base + offset).copyMemory(from: bytes, byteCount: count) }
    }
    pendingCount &+= count
  }

  /// Fills what is put aside with zeros.
  private mutating func fillPending() {
    let offset = pendingCount
    withUnsafeMutableBytes(of: &state.pending) { pending in
      if let base = pending.baseAddress {
        (base + offset).initializeMemory(as: UInt8.self, repeating: 0, count: 16 &- offset)
      }
    }
    pendingCount = 16
  }

  /// Takes in the block put aside.
  private mutating func takeInPending(top: UInt64) {
    let block = state.pending
    withUnsafeBytes(of: block) { bytes in
      if let base = bytes.baseAddress { takeIn(base, 16, top: top) }
    }
    pendingCount = 0
  }

  /// Takes in whole blocks, each with the word `top` above it.
  private mutating func takeIn(_ base: UnsafeRawPointer, _ count: Int, top: UInt64) {
    let (r0, r1, s1) = (Self.wide(state.r0), Self.wide(state.r1), Self.wide(state.s1))
    let (low0, low1) = (state.r0, state.s1)
    var (h0, h1, h2) = (state.h0, state.h1, state.h2)
    var offset = 0
    while offset < count {
      var sum = Self.wide(h0) &+ Self.wide(Self.load(base, offset))
      h0 = sum._low
      sum = Self.wide(h1) &+ Self.wide(Self.load(base, offset &+ 8)) &+ Self.wide(sum._high)
      h1 = sum._low
      h2 = h2 &+ sum._high &+ top
      // h2 is below 8 and the factors are below 1.25 * 2^60, so nothing here passes its width.
      let d0 = Self.wide(h0) &* r0 &+ Self.wide(h1) &* s1
      let d1 = Self.wide(h0) &* r1 &+ Self.wide(h1) &* r0 &+ Self.wide(h2 &* low1) &+ Self.wide(d0._high)
      let d2 = h2 &* low0 &+ d1._high
      // What lies at 2^130 and above counts five times at the bottom.
      let carry = (d2 &>> 2) &+ (d2 & ~3)
      sum = Self.wide(d0._low) &+ Self.wide(carry)
      h0 = sum._low
      sum = Self.wide(d1._low) &+ Self.wide(sum._high)
      h1 = sum._low
      h2 = (d2 & 3) &+ sum._high
      offset &+= 16
    }
    (state.h0, state.h1, state.h2) = (h0, h1, h2)
  }
}
