import LogStore

/// One number for all that a version of a store says, in whatever order it is added.
struct ContentDigest {
  private(set) var value: UInt64 = 0

  mutating func add(box: UInt64, label: UInt64, items: [UInt64], links: [UInt64]) {
    var words = [1, box, label, UInt64(items.count)]
    words += items
    words += links
    add(words)
  }

  mutating func add(item: UInt64, body: UInt64, box: UInt64?, peer: UInt64?) {
    add([2, item, body, box ?? 0, peer ?? 0])
  }

  private mutating func add(_ words: [UInt64]) {
    value &+= words.withUnsafeBytes { XXH64.hash($0, seed: 7) }
  }

  /// The number that stands for a text.
  static func text(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { XXH64.hash(UnsafeRawBufferPointer($0), seed: 3) }
  }
}
