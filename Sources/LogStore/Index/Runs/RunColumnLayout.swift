/// How a row of numbers is packed: the arithmetic of `RunColumn`, chosen for the fewest bits.
struct RunColumnLayout {
  private(set) var base: UInt64
  private(set) var slope: Int64 = 0
  private(set) var width: Int = 0
  private(set) var shift: Int = 0
  private let first: UInt64

  /// Looks over all numbers twice. O(n), no allocation.
  init(_ numbers: UnsafeBufferPointer<UInt64>) {
    first = numbers.isEmpty ? 0 : numbers[0]
    base = first
    var differences: UInt64 = 0
    for number in numbers { differences |= number &- first }
    guard differences != 0 else { return }
    shift = differences.trailingZeroBitCount
    let last = distance(numbers[numbers.count - 1])
    let level = range(numbers, 0)
    // A straight line from the first to the last number often leaves less than the distance from the lowest.
    let line = last / Int64(numbers.count - 1)
    var best = level
    if line != 0, let line = Int32(exactly: line) {
      let sloped = range(numbers, Int64(line))
      if Self.bits(sloped) < Self.bits(level) {
        best = sloped
        slope = Int64(line)
      }
    }
    width = Self.bits(best)
    if width > 56 { width = 64 }
    base = first &+ UInt64(bitPattern: best.low) &<< UInt64(shift)
  }

  /// How far a number is from the first one, in units of the shift.
  @inline(__always)
  private func distance(_ number: UInt64) -> Int64 {
    Int64(bitPattern: number &- first) &>> Int64(shift)
  }

  private func range(_ numbers: UnsafeBufferPointer<UInt64>, _ slope: Int64) -> (low: Int64, high: Int64) {
    var low = Int64.max
    var high = Int64.min
    var line: Int64 = 0
    for number in numbers {
      let rest = distance(number) &- line
      low = Swift.min(low, rest)
      high = Swift.max(high, rest)
      line &+= slope
    }
    return (low, high)
  }

  private static func bits(_ range: (low: Int64, high: Int64)) -> Int {
    64 - UInt64(bitPattern: range.high &- range.low).leadingZeroBitCount
  }

  /// Bytes of the packed numbers.
  func size(_ count: Int) -> Int { aligned8((count * width + 7) / 8) }

  /// Packs the numbers into zeroed memory with eight bytes to spare behind them.
  func pack(_ numbers: UnsafeBufferPointer<UInt64>, into target: UnsafeMutableRawPointer) {
    guard width > 0 else { return }
    let low = Int64(bitPattern: base &- first) &>> Int64(shift)
    var line = low
    for (index, number) in numbers.enumerated() {
      let rest = UInt64(bitPattern: distance(number) &- line)
      line &+= slope
      if width == 64 {
        target.storeBytes(of: rest.littleEndian, toByteOffset: index * 8, as: UInt64.self)
        continue
      }
      let bit = index * width
      let offset = bit >> 3
      let word = UInt64(littleEndian: target.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let united = word | rest &<< UInt64(bit & 7)
      target.storeBytes(of: united.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
  }

  /// The 16 bytes that describe the column, but for where its data begins.
  func descriptor(isStepped: Bool, dataOffset: Int) -> (UInt64, UInt64) {
    let packed =
      UInt64(UInt32(bitPattern: Int32(truncatingIfNeeded: slope)))
      | UInt64(width) << 32 | (isStepped ? 1 << 39 : 0)
      | UInt64(shift) << 40 | UInt64(dataOffset / 8) << 48
    return (base, packed)
  }
}
