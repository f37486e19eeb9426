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

  mutating func add(item id: UInt64, _ item: SimulationModel.Item) {
    add([2, id, item.body, item.box ?? 0, item.peer ?? 0, item.image == nil ? 0 : 1, item.image ?? 0])
  }

  private mutating func add(_ words: [UInt64]) {
    value &+= words.withUnsafeBytes { XXH64.hash($0, seed: 7) }
  }

  /// The number that stands for some bytes.
  static func bytes(_ bytes: [UInt8]) -> UInt64 { XXH64.hash(bytes, seed: 5) }

  /// The number that stands for a text.
  static func text(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { XXH64.hash(UnsafeRawBufferPointer($0), seed: 3) }
  }
}
