/// Packs columns of numbers into the bytes of a page; one encoder is used for page after page.
struct RunPageEncoder {
  /// The largest page: every column plain and of full width.
  private static func bound(_ columns: Int) -> Int {
    RunPage.headerSize + columns * (RunPage.columnSize + RunPage.leafCapacity * 8 + 256) + 8
  }

  private let bytes: UnsafeMutableRawBufferPointer
  /// Values of a stepped column, one a step.
  private let steps: UnsafeMutableBufferPointer<UInt64>

  init(columns: Int) {
    bytes = .allocate(byteCount: Self.bound(columns), alignment: 16)
    steps = .allocate(capacity: RunPage.leafCapacity)
  }

  func deallocate() {
    bytes.deallocate()
    steps.deallocate()
  }

  /// Encodes a page.
  ///
  /// - Parameter columns: The numbers, a column behind the other, each with room for `stride` of them.
  /// - Returns: The page's bytes, good until the next call.
  func encode(
    _ columns: UnsafeMutablePointer<UInt64>,
    columnCount: Int,
    stride: Int,
    count: Int,
    level: Int
  ) -> UnsafeRawBufferPointer {
    let base = bytes.baseAddress.unsafelyUnwrapped
    var end = RunPage.headerSize + columnCount * RunPage.columnSize
    base.initializeMemory(as: UInt8.self, repeating: 0, count: end)
    for index in 0..<columnCount {
      let numbers = UnsafeBufferPointer(start: columns + index * stride, count: count)
      let (size, descriptor) = encode(numbers, at: end)
      let place = RunPage.headerSize + index * RunPage.columnSize
      base.storeBytes(of: descriptor.0.littleEndian, toByteOffset: place, as: UInt64.self)
      base.storeBytes(of: descriptor.1.littleEndian, toByteOffset: place + 8, as: UInt64.self)
      end += size
    }
    base.storeBytes(of: 0, toByteOffset: end, as: UInt64.self)
    end += 8
    base.storeBytes(of: UInt16(count).littleEndian, as: UInt16.self)
    base.storeBytes(of: UInt8(columnCount), toByteOffset: 2, as: UInt8.self)
    base.storeBytes(of: UInt8(level), toByteOffset: 3, as: UInt8.self)
    base.storeBytes(of: UInt32(end).littleEndian, toByteOffset: 4, as: UInt32.self)
    return UnsafeRawBufferPointer(start: base, count: end)
  }

  /// Packs one column where the page ends so far, as a plain or a stepped one, whichever is smaller.
  private func encode(
    _ numbers: UnsafeBufferPointer<UInt64>,
    at offset: Int
  ) -> (size: Int, descriptor: (UInt64, UInt64)) {
    let target = bytes.baseAddress.unsafelyUnwrapped + offset
    let count = numbers.count
    let plain = RunColumnLayout(numbers)
    let plainSize = plain.size(count)
    let bitmapSize = RunColumn.bitmapSize(count)
    if plainSize > bitmapSize {
      var stepCount = 0
      for index in 0..<count where index == 0 || numbers[index] != numbers[index - 1] {
        steps[stepCount] = numbers[index]
        stepCount += 1
      }
      let values = UnsafeBufferPointer(rebasing: steps[..<stepCount])
      let stepped = RunColumnLayout(values)
      let size = bitmapSize + stepped.size(stepCount)
      if size < plainSize {
        clear(target, size)
        mark(numbers, in: target)
        stepped.pack(values, into: target + bitmapSize)
        return (size, stepped.descriptor(isStepped: true, dataOffset: offset))
      }
    }
    clear(target, plainSize)
    plain.pack(numbers, into: target)
    return (plainSize, plain.descriptor(isStepped: false, dataOffset: offset))
  }

  /// Zeros for a column and the eight bytes behind it.
  private func clear(_ target: UnsafeMutableRawPointer, _ size: Int) {
    target.initializeMemory(as: UInt8.self, repeating: 0, count: size + 8)
  }

  /// Sets the bit of each entry that differs from the one before it, and the totals before each 64 bits.
  private func mark(_ numbers: UnsafeBufferPointer<UInt64>, in target: UnsafeMutableRawPointer) {
    let words = (numbers.count + 63) / 64
    var total = 0
    for word in 0..<words {
      target.storeBytes(
        of: UInt16(total).littleEndian,
        toByteOffset: words * 8 + word * 2,
        as: UInt16.self
      )
      var bits: UInt64 = 0
      for index in word * 64..<min(numbers.count, word * 64 + 64) where index > 0 {
        if numbers[index] != numbers[index - 1] { bits |= 1 << UInt64(index & 63) }
      }
      target.storeBytes(of: bits.littleEndian, toByteOffset: word * 8, as: UInt64.self)
      total += bits.nonzeroBitCount
    }
  }
}
