/// The message authentication code HMAC-SHA256 (RFC 2104, FIPS 198-1), over bytes that may come in pieces.
package struct HMAC: ~Copyable {
  package static let codeByteCount = SHA256.digestByteCount

  /// A key, taken in: what both hashes of HMAC are after their first block.
  struct Key: BitwiseCopyable {
    var inner = SHA256State()
    var outer = SHA256State()

    /// Takes in a key of any length. O(n).
    init(_ key: UnsafeRawBufferPointer) {
      SecretScratch.lend(byteCount: SHA256.blockByteCount) { block in
        guard let base = block.baseAddress else { return }
        block.initializeMemory(as: UInt8.self, repeating: 0)
        if key.count > SHA256.blockByteCount {
          var hash = SHA256()
          hash.update(key)
          hash.finish().store(to: base)
          hash.wipe()
        } else {
          block.copyMemory(from: key)
        }
        Self.combine(base, 0x3636_3636_3636_3636)
        inner.compress(base)
        Self.combine(base, 0x3636_3636_3636_3636 ^ 0x5c5c_5c5c_5c5c_5c5c)
        outer.compress(base)
      }
    }

    private static func combine(_ block: UnsafeMutableRawPointer, _ mask: UInt64) {
      for offset in stride(from: 0, to: SHA256.blockByteCount, by: 8) {
        let word = block.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        block.storeBytes(of: word ^ mask, toByteOffset: offset, as: UInt64.self)
      }
    }

    /// The code of a message of exactly one digest's length. Two blocks of SHA-256.
    @inline(__always)
    func code(of digest: SHA256State) -> SHA256State {
      var first = inner
      first.compress(digest: digest)
      var second = outer
      second.compress(digest: first)
      return second
    }
  }

  private var key: Key
  private var hash: SHA256

  /// Begins a code under a key of any length; shorter than 32 bytes weakens it.
  package init(key: UnsafeRawBufferPointer) { self.init(Key(key)) }

  init(_ key: Key) {
    self.key = key
    hash = SHA256(after: key.inner, blocks: 1)
  }

  /// Computes a code in one go. O(n).
  ///
  /// - Throws: `wrongLength` unless there is room for exactly 32 bytes.
  package static func code(
    of message: UnsafeRawBufferPointer,
    key: UnsafeRawBufferPointer,
    into code: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    var authenticator = HMAC(key: key)
    authenticator.update(message)
    try authenticator.finish(into: code)
  }

  /// Appends bytes. O(n), no allocation.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bytes) }

  /// Writes the code; compare it by `ConstantTime.areEqual`. The authenticator is used up then.
  ///
  /// - Throws: `wrongLength` unless there is room for exactly 32 bytes.
  package mutating func finish(into code: UnsafeMutableRawBufferPointer) throws(SealingError) {
    guard code.count == Self.codeByteCount, let base = code.baseAddress else {
      throw .wrongLength(.tag, expected: Self.codeByteCount, found: code.count)
    }
    finish().store(to: base)
    wipe()
  }

  /// The code as words. The authenticator is used up then; wiping it is up to the caller.
  mutating func finish() -> SHA256State {
    var second = key.outer
    second.compress(digest: hash.finish())
    return second
  }

  /// Overwrites key and state.
  package mutating func wipe() {
    SecretScratch.wipe(&key)
    hash.wipe()
  }
}
