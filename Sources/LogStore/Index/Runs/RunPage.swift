/// A verified page of a run: entries in columns, sorted by the words of their keys (FORMAT.md, "Pages").
struct RunPage: Sendable {
  static let headerSize = 8
  static let columnSize = 16
  /// Entries of a full leaf of an ordered index.
  static let leafCapacity = 512
  /// Entries of a leaf of an array, as many as those of a `PersistentArray`.
  static let chunkSize = 256
  /// Children of a full inner page.
  static let fanOut = 256
  /// Columns of an inner page behind its keys.
  static let childColumns = 4

  /// Address of the first byte; a number, since a pointer is not `Sendable`.
  private let address: UInt

  @inline(__always)
  init(base: UnsafeRawPointer) { address = UInt(bitPattern: base) }

  @inline(__always)
  var base: UnsafeRawPointer { UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped }

  /// Entries, or children of an inner page.
  @inline(__always)
  var count: Int { Int(UInt16(littleEndian: base.loadUnaligned(as: UInt16.self))) }

  /// Number of columns.
  var columnCount: Int { Int(base.load(fromByteOffset: 2, as: UInt8.self)) }

  /// Bytes of the page.
  var size: Int { Int(UInt32(littleEndian: base.loadUnaligned(fromByteOffset: 4, as: UInt32.self))) }

  @inline(__always)
  func column(_ index: Int) -> RunColumn { RunColumn(page: base, index: index, count: count) }

  /// The first entry whose key is not below a key.
  @inline(__always)
  func lowerBound<Key: FixedKey>(_ key: Key) -> Int {
    var low = 0
    var high = count
    for index in 0..<Key.wordCount {
      let column = column(index)
      let word = key.word(index)
      low = column.lowerBound(word, low, high)
      if index &+ 1 == Key.wordCount || low == high || column[low] != word { return low }
      high = column.upperBound(word, low, high)
    }
    return low
  }

  /// The last entry whose key is not above a key, 0 if there is none: the child that keeps the key.
  @inline(__always)
  func child<Key: FixedKey>(_ key: Key) -> Int {
    var low = 0
    var high = count
    for index in 0..<Key.wordCount {
      let column = column(index)
      let word = key.word(index)
      let bound = column.lowerBound(word, low, high)
      if bound == high || column[bound] != word { return max(0, bound &- 1) }
      low = bound
      high = column.upperBound(word, low, high)
    }
    return max(0, high &- 1)
  }

  /// The key of an entry.
  @inline(__always)
  func key<Key: FixedKey>(_ entry: Int, as type: Key.Type) -> Key {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Key.wordCount) { words in
      for index in 0..<Key.wordCount { words[index] = column(index)[entry] }
      return UnsafeRawPointer(words.baseAddress.unsafelyUnwrapped).loadUnaligned(as: Key.self)
    }
  }

  /// The value of an entry of a leaf, behind `keyWords` columns of keys.
  @inline(__always)
  func value<Value: BitwiseCopyable>(_ entry: Int, keyWords: Int, as type: Value.Type) -> Value {
    var word: UInt64 = MemoryLayout<Value>.size == 0 ? 0 : column(keyWords)[entry]
    return withUnsafeBytes(of: &word) { $0.loadUnaligned(as: Value.self) }
  }
}
