/// The hash function SHA-256 (FIPS 180-4, 6.2), over bytes that may come in pieces.
package struct SHA256: ~Copyable {
  package static let digestByteCount = 32
  package static let blockByteCount = 64

  /// What is wiped, in one piece: the hashed bytes may be a secret.
  private struct State: BitwiseCopyable {
    var chain = SHA256State()
    /// Bytes that do not fill a block yet; `total` modulo 64 of them count.
    var pending: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
  }

  private var state = State()
  /// Bytes appended so far.
  private var total: UInt64 = 0

  /// Starts over nothing.
  package init() {}

  /// Goes on behind whole blocks whose chaining value is known.
  init(after chain: SHA256State, blocks: UInt64) {
    state.chain = chain
    total = blocks * 64
  }

  /// Hashes bytes in one go. O(n), no allocation.
  ///
  /// - Throws: `wrongLength` unless there is room for exactly 32 bytes.
  package static func hash(
    _ bytes: UnsafeRawBufferPointer,
    into digest: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    var hash = SHA256()
    hash.update(bytes)
    try hash.finish(into: digest)
  }

  /// Appends bytes. O(n), no allocation.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard var next = bytes.baseAddress else { return }
    var left = bytes.count
    let filled = Int(truncatingIfNeeded: total & 63)
    total &+= UInt64(left)
    if filled > 0 {
      let taken = min(64 &- filled, left)
      keep(next, taken, at: filled)
      guard filled &+ taken == 64 else { return }
      takeInPending()
      next += taken
      left &-= taken
    }
    while left >= 64 {
      state.chain.compress(next)
      next += 64
      left &-= 64
    }
    keep(next, left, at: 0)
  }

  /// Writes the digest. The hash is used up then.
  ///
  /// - Throws: `wrongLength` unless there is room for exactly 32 bytes.
  package mutating func finish(into digest: UnsafeMutableRawBufferPointer) throws(SealingError) {
    guard digest.count == Self.digestByteCount, let base = digest.baseAddress else {
      throw .wrongLength(.derivedKey, expected: Self.digestByteCount, found: digest.count)
    }
    finish().store(to: base)
    wipe()
  }

  /// The digest as words. The hash is used up then; wiping it is up to the caller.
  mutating func finish() -> SHA256State {
    var filled = Int(truncatingIfNeeded: total & 63)
    var end: UInt8 = 0x80
    withUnsafeBytes(of: &end) { byte in
      if let byte = byte.baseAddress { keep(byte, 1, at: filled) }
    }
    filled &+= 1
    if filled > 56 {
      clear(from: filled, to: 64)
      takeInPending()
      filled = 0
    }
    clear(from: filled, to: 56)
    state.pending.7 = (total &<< 3).bigEndian
    takeInPending()
    return state.chain
  }

  /// Overwrites what is left of the hashed bytes.
  package mutating func wipe() { SecretScratch.wipe(&state) }

  /// Puts bytes aside; there is room for them.
  private mutating func keep(_ bytes: UnsafeRawPointer, _ count: Int, at offset: Int) {
    if count == 0 { return }
    withUnsafeMutableBytes(of: &state.pending) { pending in
      if let base = pending.baseAddress { (base + offset).copyMemory(from: bytes, byteCount: count) }
    }
  }

  private mutating func clear(from start: Int, to end: Int) {
    withUnsafeMutableBytes(of: &state.pending) { pending in
      if let base = pending.baseAddress {
        (base + start).initializeMemory(as: UInt8.self, repeating: 0, count: end &- start)
      }
    }
  }

  private mutating func takeInPending() {
    withUnsafeBytes(of: &state.pending) { bytes in
      if let base = bytes.baseAddress { state.chain.compress(base) }
    }
  }
}
