import LogStoreTesting

extension SimulatedRandomness {
  /// A number from 0 up to a bound, which it does not reach.
  mutating func below(_ bound: Int) -> Int { bound <= 1 ? 0 : Int(next() % UInt64(bound)) }

  /// True once in so many times.
  mutating func once(in times: Int) -> Bool { below(times) == 0 }

  /// One of several.
  mutating func one<Element>(of choices: [Element]) -> Element { choices[below(choices.count)] }

  /// Bytes without a pattern.
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

  /// A number of any size: each number of bits is as likely.
  mutating func number() -> UInt64 { next() >> UInt64(below(64)) }

  /// A number at which decoders go wrong, if they do.
  mutating func edge(_ width: Int, near old: UInt64, size: Int) -> UInt64 {
    let bits = UInt64(8 * width)
    let most = UInt64.max >> (64 - bits)
    let small = UInt64(below(9))
    switch below(9) {
    case 0: return 0
    case 1: return small
    case 2: return most &- small
    case 3: return (most >> 1) &+ small &- 4
    case 4: return old &+ small &- 4
    case 5: return old &+ (small &- 4) &* 8
    case 6: return UInt64(size) &+ small &- 4
    case 7: return (1 << UInt64(below(Int(bits)))) &+ small &- 4
    default: return number()
    }
  }

  /// A text, mostly short, now and then of letters that are hard.
  mutating func text(_ longest: Int = 12) -> String {
    if once(in: 40) {
      return String(repeating: one(of: ["a", "é", "\u{0}", "👩‍👩‍👧", "e\u{301}"]), count: below(200))
    }
    let letters = [
      "a", "b", "Z", "0", "9", " ", ".", "\"", "\\", "'", "\n", "\u{0}", "\u{7F}", "é", "e\u{301}", "ß", "İ",
      "漢",
      "\u{FFFD}", "\u{10FFFF}", "👩‍👩‍👧", "\u{202E}", "\u{FEFF}",
    ]
    return (0..<below(longest + 1)).map { _ in one(of: letters) }.joined()
  }
}
