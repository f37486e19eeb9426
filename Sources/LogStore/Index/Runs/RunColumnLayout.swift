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
    // A straight line from the first to the last number often leaves less than the distance from the lowest.
    let line = Int64(Int32(exactly: last / Int64(numbers.count - 1)) ?? 0)
    let (level, sloped) = ranges(numbers, line)
    var best = level
    if line != 0, Self.bits(sloped) < Self.bits(level) {
      best = sloped
      slope = line
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

  /// How far numbers are from the first one, and from a straight line.
  private func ranges(
    _ numbers: UnsafeBufferPointer<UInt64>,
    _ slope: Int64
  ) -> (level: (low: Int64, high: Int64), sloped: (low: Int64, high: Int64)) {
    var level = (low: Int64.max, high: Int64.min)
    var sloped = level
    var line: Int64 = 0
    for number in numbers {
      let distance = distance(number)
      level.low = Swift.min(level.low, distance)
      level.high = Swift.max(level.high, distance)
      let rest = distance &- line
      sloped.low = Swift.min(sloped.low, rest)
      sloped.high = Swift.max(sloped.high, rest)
      line &+= slope
    }
    return (level, sloped)
  }

  private static func bits(_ range: (low: Int64, high: Int64)) -> Int {
    64 - UInt64(bitPattern: range.high &- range.low).leadingZeroBitCount
  }

  /// Bytes of the packed numbers.
  func size(_ count: Int) -> Int { aligned8((count * width + 7) / 8) }

  /// Packs the numbers into memory with eight bytes to spare behind them.
  func pack(_ numbers: UnsafeBufferPointer<UInt64>, into target: UnsafeMutableRawPointer) {
    guard width > 0 else { return }
    var line = Int64(bitPattern: base &- first) &>> Int64(shift)
    var next = target
    var word: UInt64 = 0
    var filled: UInt64 = 0
    let width = UInt64(width)
    for number in numbers {
      let rest = UInt64(bitPattern: distance(number) &- line)
      line &+= slope
      word |= rest &<< filled
      filled &+= width
      if filled >= 64 {
        next.storeBytes(of: word.littleEndian, as: UInt64.self)
        next += 8
        filled &-= 64
        word = filled == 0 ? 0 : rest &>> (width &- filled)
      }
    }
    if filled > 0 { next.storeBytes(of: word.littleEndian, as: UInt64.self) }
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
