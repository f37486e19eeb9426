/// Identity of an external blob: 128 random bits, never used twice.
public struct BlobID: Sendable, Hashable, Comparable {
  /// The first eight bytes of the name, the most significant in front.
  public var high: UInt64
  /// The others.
  public var low: UInt64

  /// Wraps the bits of an id.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the 32 lower-case hexadecimal digits of a file name; nil for anything else.
  package init?(name: some StringProtocol) {
    guard name.utf8.count == 32,
      name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let high = UInt64(name.prefix(16), radix: 16), let low = UInt64(name.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// The name of its file: 32 lower-case hexadecimal digits.
  package var name: String { Self.digits(high) + Self.digits(low) }

  /// The directory of its file: the first two digits.
  package var shard: String { String(name.prefix(2)) }

  /// What the hashes of its file are seeded with.
  var seed: UInt64 { high ^ low }

  private static func digits(_ word: UInt64) -> String {
    let text = String(word, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }

  /// In the order of the names.
  public static func < (a: BlobID, b: BlobID) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }
}

extension BlobID: CustomStringConvertible {
  /// The name of its file.
  public var description: String { name }
}
