/// An entry of an ordered index: the values of some properties of an object in 19 bytes, then the object.
///
/// The order of entries is the order of the values' key bytes (`KeyEncoder`; FORMAT.md, "Index keys"), then of
/// the ids, with one exception: of key bytes longer than `shortLimit` only the first `prefixSize` and a hash
/// are kept, so that entries stay small and plain. Such *long* keys stand behind all short ones with the same
/// prefix, in no meaningful order; who needs their order, or to be sure that two are equal, reads the records.
package struct SecondaryKey: Comparable, Hashable, Sendable, BitwiseCopyable {
  /// Longest key bytes that are kept whole.
  package static let shortLimit = 17
  /// How many bytes of a long key are kept.
  package static let prefixSize = 14
  /// The bits of the last word that are the object.
  static let idMask: UInt64 = 1 << 40 - 1
  private static let longFlag: UInt64 = 1 << 8

  /// Bytes 0 to 7 of the key, big endian.
  package let head: UInt64
  /// Bytes 8 to 13, a flag (1: long), byte 14 or the highest byte of the hash.
  package let middle: UInt64
  /// Bytes 15 and 16 and the length, or three bytes of the hash; then forty bits of id.
  package let tail: UInt64

  private init(head: UInt64, middle: UInt64, tail: UInt64) {
    self.head = head
    self.middle = middle
    self.tail = tail
  }

  /// Makes the entry of an object.
  ///
  /// - Parameters:
  ///   - bytes: At least 24 readable bytes, zero behind the key.
  ///   - count: Number of bytes of the key.
  init(padded bytes: UnsafeRawPointer, count: Int, id: UInt64) {
    head = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    let second = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    let prefix = second & ~0xFFFF
    if count <= Self.shortLimit {
      let last = UInt64(bytes.load(fromByteOffset: 16, as: UInt8.self))
      middle = prefix | second >> 8 & 0xFF
      tail = second << 56 | last << 48 | UInt64(count) << 40 | id & Self.idMask
    } else {
      let hash = XXH64.hash(UnsafeRawBufferPointer(start: bytes, count: count), seed: 0)
      middle = prefix | Self.longFlag | hash >> 24 & 0xFF
      tail = hash << 40 | id & Self.idMask
    }
  }

  /// Makes the entry of an object from its key bytes.
  package init(bytes: some Collection<UInt8>, id: UInt64) {
    let count = bytes.count
    self = withUnsafeTemporaryAllocation(byteCount: max(count, 24), alignment: 8) { padded in
      padded.initializeMemory(as: UInt8.self, repeating: 0)
      padded.copyBytes(from: bytes)
      guard let base = padded.baseAddress else { return SecondaryKey(head: 0, middle: 0, tail: id) }
      return SecondaryKey(padded: base, count: count, id: id)
    }
  }

  /// The object.
  package var id: UInt64 { tail & Self.idMask }

  /// Place of the word with the object among those of the key.
  static var idWord: Int { 2 }

  /// Whether only a prefix and a hash of the key are here.
  package var isLong: Bool { middle & Self.longFlag != 0 }

  /// Number of key bytes of a short key.
  package var length: Int { Int(tail >> 40 & 0xFF) }

  /// The same key without an object: the smallest entry with this key.
  package var withoutID: SecondaryKey {
    SecondaryKey(head: head, middle: middle, tail: tail & ~Self.idMask)
  }

  /// The first entry that could stand behind all entries with this key.
  package var followingKey: SecondaryKey {
    let (next, overflow) = (tail | Self.idMask).addingReportingOverflow(1)
    return SecondaryKey(head: head, middle: middle &+ (overflow ? 1 : 0), tail: next)
  }

  /// Whether two entries have the same key, as far as they can tell.
  package func hasKey(of other: SecondaryKey) -> Bool {
    head == other.head && middle == other.middle && tail >> 40 == other.tail >> 40
  }

  /// Whether two keys begin with the same `prefixSize` bytes.
  package func hasPrefix(of other: SecondaryKey) -> Bool {
    head == other.head && middle >> 16 == other.middle >> 16
  }

  @inline(__always)
  package static func < (a: SecondaryKey, b: SecondaryKey) -> Bool {
    if a.head != b.head { return a.head < b.head }
    if a.middle != b.middle { return a.middle < b.middle }
    return a.tail < b.tail
  }

  /// The first entry whose key bytes may be `bytes` or greater.
  ///
  /// Exact where no key of the index can be long or `bytes` are at most `prefixSize` long; otherwise some
  /// entries before it in the order of values stand behind it.
  static func lowerBound(_ bytes: [UInt8]) -> SecondaryKey {
    let key = SecondaryKey(bytes: bytes.prefix(shortLimit), id: 0)
    guard bytes.count > shortLimit else { return key }
    return SecondaryKey(head: key.head, middle: key.middle, tail: key.tail & ~(0xFF << 40))
  }

  /// The first entry behind all whose key bytes are below `bytes`; exact where `lowerBound` is.
  static func upperBound(_ bytes: [UInt8], hasLongKeys: Bool) -> SecondaryKey {
    let key = lowerBound(bytes)
    guard hasLongKeys, bytes.count > prefixSize else { return key }
    // Long keys with the same prefix may be smaller.
    return SecondaryKey(head: key.head, middle: key.middle & ~0xFFFF | longFlag << 1, tail: 0)
  }
}
