/// The objects and draws of the peer workloads, bit for bit those of the C harness: every figure stands
/// beside one of another store, so every peer has to store and find the same bytes.
enum TripGenerator {
  static let folders = 1000
  static let destinations: UInt64 = 100_000
  static let insertBatch = 10_000
  static let singleCommits = 2000
  static let queries = Environment.number("BENCH_QUERIES") ?? 100_000
  static let rangeLimit = 20
  static let rangeWidth = 1_000_000.0
  static let budgetThreshold = 5000.0
  static let updates = 100_000
  static let updateBatch = 1000
  static let cascades = 5
  static let lookups = Environment.number("BENCH_LOOKUPS") ?? 1_000_000
  static let count = Environment.number("BENCH_N") ?? 1_000_000

  /// SplitMix64's finaliser (Steele, Lea, Flood 2014).
  @inline(__always)
  static func mix(_ x: UInt64) -> UInt64 {
    var z = x &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  @inline(__always)
  static func draw(_ stream: UInt64, _ index: Int, _ step: UInt64) -> UInt64 {
    mix((stream << 56) &+ (UInt64(index) << 4) &+ step)
  }

  static func destination(_ number: UInt64) -> String {
    var rest = draw(2, Int(number), 0)
    return String(unsafeUninitializedCapacity: 12) { text in
      for index in 0..<12 {
        text[index] = 97 + UInt8(rest % 26)
        rest /= 26
      }
      return 12
    }
  }

  static func trip(_ index: Int) -> Trip {
    let start = 700_000_000.0 + Double(draw(1, index, 1) % 1_000_000_000) * 0.1
    let length = 60 + Int(draw(1, index, 4) % 41)
    let notes = String(unsafeUninitializedCapacity: length) { text in
      var word: UInt64 = 0
      var left: UInt64 = 0
      var step: UInt64 = 6
      for place in 0..<length {
        if left == 0 {
          word = draw(1, index, step)
          step += 1
          left = 12
        }
        let letter = UInt8(word % 27)
        word /= 27
        left -= 1
        text[place] = letter == 26 ? 32 : 97 + letter
      }
      return length
    }
    return Trip(
      id: Int64(index) + 1,
      destination: destination(draw(1, index, 0) % destinations),
      startDate: start,
      endDate: start + 86400.0 * Double(1 + draw(1, index, 2) % 21),
      budget: Double(draw(1, index, 3) % 1_000_000) / 100.0,
      notes: notes,
      kind: Int64(draw(1, index, 5) % 8),
      folder: Int64(index % folders) + 1
    )
  }

  static func lookupID(_ index: Int) -> Int64 { Int64(draw(3, index, 0) % UInt64(count)) + 1 }
  static func wantedDestination(_ index: Int) -> String { destination(draw(4, index, 0) % destinations) }
  static func rangeLow(_ index: Int) -> Double {
    700_000_000.0 + Double(draw(5, index, 0) % 990_000_000) * 0.1
  }
  static func updateID(_ index: Int) -> Int64 { Int64(draw(6, index, 0) % UInt64(count)) + 1 }
  static func updateBudget(_ index: Int) -> Double { Double(draw(6, index, 1) % 1_000_000) / 100.0 }
}
