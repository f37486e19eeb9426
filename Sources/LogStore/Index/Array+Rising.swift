extension Array {
  /// Sorts elements by fixed keys; those of equal keys keep their order.
  ///
  /// One pass distributes them by the highest bits in which their keys differ, and what falls together is sorted in
  /// turn: keys that are spread evenly take O(n), several times as fast as by comparisons alone.
  @inline(__always)
  mutating func sortRising<Key: FixedKey>(by key: (Element) -> Key) where Element: BitwiseCopyable {
    if isRising(by: key) { return }
    let count = count
    withUnsafeMutableBufferPointer { elements in
      withUnsafeTemporaryAllocation(of: Element.self, capacity: count) { spare in
        RisingSort.sort(elements, spare, key)
      }
    }
  }

  /// Whether keys do not fall.
  @inline(__always)
  private func isRising<Key: FixedKey>(by key: (Element) -> Key) -> Bool {
    for index in 1..<Swift.max(1, count) where key(self[index]) < key(self[index - 1]) { return false }
    return true
  }
}

/// Sorting by distribution.
enum RisingSort {
  /// Up to so many elements, moving each to its place takes less than distributing them.
  private static let fewElements = 24
  /// Most bits that one pass looks at.
  private static let mostBits = 11

  /// Sorts elements; the spare memory has room for as many.
  static func sort<Element: BitwiseCopyable, Key: FixedKey>(
    _ elements: UnsafeMutableBufferPointer<Element>,
    _ spare: UnsafeMutableBufferPointer<Element>,
    _ key: (Element) -> Key
  ) {
    guard elements.count > fewElements else { return insertionSort(elements, key) }
    let first = key(elements[0])
    var word = 0
    var differing: UInt64 = 0
    while word < Key.wordCount {
      let shared = first.word(word)
      for element in elements { differing |= key(element).word(word) ^ shared }
      if differing != 0 { break }
      word += 1
    }
    guard differing != 0, let target = spare.baseAddress else { return }
    let significant = 64 - differing.leadingZeroBitCount
    let bits = Swift.min(mostBits, significant, Int.bitWidth - elements.count.leadingZeroBitCount)
    let shift = UInt64(significant - bits)
    let mask = UInt64(1) << UInt64(bits) - 1
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1 << bits + 1) { ends in
      ends.initialize(repeating: 0)
      for element in elements { ends[Int((key(element).word(word) &>> shift) & mask) &+ 1] &+= 1 }
      for bucket in 1...1 << bits { ends[bucket] &+= ends[bucket - 1] }
      // Counts become beginnings, and beginnings ends, as the elements go to their buckets.
      for element in elements {
        let bucket = Int((key(element).word(word) &>> shift) & mask)
        (target + Int(ends[bucket])).initialize(to: element)
        ends[bucket] &+= 1
      }
      elements.baseAddress?.update(from: target, count: elements.count)
      var start = 0
      for bucket in 0..<1 << bits {
        let end = Int(ends[bucket])
        if end - start > 1 { sort(UnsafeMutableBufferPointer(rebasing: elements[start..<end]), spare, key) }
        start = end
      }
    }
  }

  private static func insertionSort<Element: BitwiseCopyable, Key: FixedKey>(
    _ elements: UnsafeMutableBufferPointer<Element>,
    _ key: (Element) -> Key
  ) {
    guard let base = elements.baseAddress else { return }
    for index in 1..<Swift.max(1, elements.count) {
      let element = base[index]
      let wanted = key(element)
      var place = index
      while place > 0, wanted < key(base[place - 1]) {
        base[place] = base[place - 1]
        place -= 1
      }
      base[place] = element
    }
  }
}
