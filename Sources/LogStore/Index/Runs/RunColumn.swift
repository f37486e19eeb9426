/// One column of a run page: a row of 64-bit numbers in few bits each, any of which is read in O(1)
/// (FORMAT.md, "Columns").
///
/// A number is `base + ((slope · k + packed[k]) << shift)`, modulo 2^64. In a plain column k is the entry; in a
/// stepped one, whose neighbours are mostly equal, it is the number of changes of value up to the entry,
/// counted by a bitmap with a running total every 64 bits.
struct RunColumn {
  /// Entries of the page.
  let count: Int
  private let base: UInt64
  private let slope: UInt64
  let width: UInt64
  private let shift: UInt64
  private let packed: UnsafeRawPointer
  /// The bitmap of a stepped column.
  private let bitmap: UnsafeRawPointer?

  /// The column at an index of a page that was verified.
  @inline(__always)
  init(page: UnsafeRawPointer, index: Int, count: Int) {
    self.count = count
    let descriptor = page + (RunPage.headerSize &+ RunPage.columnSize &* index)
    base = Self.word(descriptor, 0)
    let meta = Self.word(descriptor, 8)
    slope = UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: meta)))
    width = (meta &>> 32) & 0x7F
    shift = (meta &>> 40) & 0x3F
    let data = page + Int(truncatingIfNeeded: (meta &>> 48) &<< 3)
    if meta & (1 << 39) == 0 {
      bitmap = nil
      packed = data
    } else {
      bitmap = data
      packed = data + Self.bitmapSize(count)
    }
  }

  /// Bytes of the bitmap and the totals of a stepped column.
  @inline(__always)
  static func bitmapSize(_ count: Int) -> Int {
    let words = (count &+ 63) &>> 6
    return words &* 8 &+ aligned8(words &* 2)
  }

  @inline(__always)
  private static func word(_ address: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: address.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The number at an entry.
  @inline(__always)
  subscript(index: Int) -> UInt64 {
    guard let bitmap else { return value(index) }
    return value(step(index, bitmap))
  }

  /// Hands the numbers of a stretch of entries to a closure, the first one as number 0.
  @inline(__always)
  func forEach(_ start: Int, _ count: Int, _ body: (Int, UInt64) -> Void) {
    guard count > 0 else { return }
    if let bitmap {
      var k = step(start, bitmap)
      var number = value(k)
      body(0, number)
      for place in 1..<count {
        let index = start &+ place
        let word = Self.word(bitmap, index &>> 6 &* 8)
        if (word &>> UInt64(truncatingIfNeeded: index & 63)) & 1 != 0 {
          k &+= 1
          number = value(k)
        }
        body(place, number)
      }
    } else if width == 0 {
      var number = value(start)
      let stride = slope &<< shift
      for place in 0..<count {
        body(place, number)
        number &+= stride
      }
    } else {
      for place in 0..<count { body(place, value(start &+ place)) }
    }
  }

  @inline(__always)
  private func value(_ k: Int) -> UInt64 {
    base &+ ((slope &* UInt64(truncatingIfNeeded: k) &+ bits(k)) &<< shift)
  }

  @inline(__always)
  private func bits(_ k: Int) -> UInt64 {
    if width == 0 { return 0 }
    if width == 64 { return Self.word(packed, k &* 8) }
    let bit = k &* Int(truncatingIfNeeded: width)
    return (Self.word(packed, bit &>> 3) &>> UInt64(truncatingIfNeeded: bit & 7)) & ((1 &<< width) &- 1)
  }

  /// How many times the value has changed up to an entry.
  @inline(__always)
  private func step(_ index: Int, _ bitmap: UnsafeRawPointer) -> Int {
    let word = index &>> 6
    let mask = UInt64.max &>> UInt64(truncatingIfNeeded: 63 &- (index & 63))
    return total(word, bitmap) &+ (Self.word(bitmap, word &* 8) & mask).nonzeroBitCount
  }

  /// Bits set before a word of the bitmap.
  @inline(__always)
  private func total(_ word: Int, _ bitmap: UnsafeRawPointer) -> Int {
    let words = (count &+ 63) &>> 6
    return Int(
      UInt16(littleEndian: bitmap.loadUnaligned(fromByteOffset: words &* 8 &+ word &* 2, as: UInt16.self))
    )
  }

  /// The entry at which the value changes for the k-th time; `count` if it does not.
  private func start(ofStep k: Int, _ bitmap: UnsafeRawPointer) -> Int {
    guard k > 0 else { return 0 }
    let words = (count &+ 63) &>> 6
    var word = 0
    while word &+ 1 < words, total(word &+ 1, bitmap) < k { word &+= 1 }
    var rest = Self.word(bitmap, word &* 8)
    var left = k &- total(word, bitmap) &- 1
    while left > 0, rest != 0 {
      rest &= rest &- 1
      left &-= 1
    }
    return rest == 0 ? count : word &* 64 &+ rest.trailingZeroBitCount
  }

  // MARK: Search

  /// The first entry of a stretch, whose numbers rise, that is not below a number; the end of the stretch if
  /// there is none.
  @inline(__always)
  func lowerBound(_ number: UInt64, _ low: Int, _ high: Int) -> Int {
    guard let bitmap else { return partition(low, high) { value($0) < number } }
    guard low < high else { return low }
    let last = step(high &- 1, bitmap)
    let found = partition(step(low, bitmap), last &+ 1) { value($0) < number }
    return found > last ? high : max(low, start(ofStep: found, bitmap))
  }

  /// The first entry of a stretch, whose numbers rise, that is above a number; the end of the stretch if there
  /// is none.
  @inline(__always)
  func upperBound(_ number: UInt64, _ low: Int, _ high: Int) -> Int {
    guard let bitmap else { return partition(low, high) { !(number < value($0)) } }
    guard low < high else { return low }
    let last = step(high &- 1, bitmap)
    let found = partition(step(low, bitmap), last &+ 1) { !(number < value($0)) }
    return found > last ? high : max(low, start(ofStep: found, bitmap))
  }

  /// Halves without branches: which way a comparison goes cannot be foreseen.
  @inline(__always)
  private func partition(_ low: Int, _ high: Int, _ isLower: (Int) -> Bool) -> Int {
    var start = low
    var length = high &- low
    while length > 0 {
      let half = length &>> 1
      let step = isLower(start &+ half)
      start &+= step ? half &+ 1 : 0
      length = step ? length &- half &- 1 : half
    }
    return start
  }

  // MARK: Verification

  /// Whether reading any entry stays inside the page; asked once of each page, after its checksum.
  static func isSound(page: UnsafeRawPointer, index: Int, count: Int, size: Int) -> Bool {
    let column = RunColumn(page: page, index: index, count: count)
    guard column.width <= 56 || column.width == 64 else { return false }
    // The last eight bytes of a page are spare, so that numbers can be read eight bytes at a time.
    let end = page + (size &- 8)
    var numbers = count
    if let bitmap = column.bitmap {
      guard column.packed <= end else { return false }
      var total = 0
      for word in 0..<(count + 63) / 64 {
        guard column.total(word, bitmap) == total else { return false }
        total += Self.word(bitmap, word * 8).nonzeroBitCount
      }
      numbers = total + 1
    }
    return column.packed <= end && (end - column.packed) * 8 >= numbers * Int(column.width)
  }
}
