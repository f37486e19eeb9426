@testable import LogStore
import Testing

@Suite struct TextBytesTests {
  @Test func `every two scalars below U+0300 are two characters and equal only themselves`() throws {
    let scalars = (0..<0x300).compactMap { Unicode.Scalar($0 as Int) }.filter { $0 != "\r" }
    var previous: String?
    for a in scalars {
      for b in scalars {
        var view = String.UnicodeScalarView()
        view.append(a)
        view.append(b)
        let text = String(view)
        if text.count != 2 {
          Issue.record("\(a.value) \(b.value) are \(text.count) characters")
          return
        }
        if let last = previous, !(last < text) {
          Issue.record("\(a.value) \(b.value) is not behind its predecessor")
          return
        }
        previous = text
      }
    }
  }

  @Test func `texts are simple if every byte is below CC and none is a carriage return`() {
    func isSimple(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { TextBytes.isSimple($0) } }
    for length in 0..<20 {
      for place in 0..<length {
        for byte in [0x00, 0x0C, 0x0D, 0x0E, 0x7F, 0x80, 0xCB, 0xCC, 0xFF] as [UInt8] {
          var bytes = [UInt8](repeating: 0x41, count: length)
          bytes[place] = byte
          #expect(isSimple(bytes) == (byte < 0xCC && byte != 0x0D))
        }
      }
    }
  }

  @Test func `string operations agree with Swift on random texts`() {
    let seed: UInt64 = 20
    var generator = SortTests.Generator(state: seed)
    let pieces = [
      "a", "b", "ab", "e", "\u{301}", "\u{E9}", "\r", "\n", " ", "\u{DF}", "\u{1F600}", "\u{212A}", "K",
      "\u{332}", "\0",
    ]
    func random(_ longest: Int) -> String {
      (0..<Int.random(in: 0...longest, using: &generator)).map { _ in
        // Mostly simple texts, so that both ways are taken often.
        let limit = Int.random(in: 0..<3, using: &generator) == 0 ? pieces.count : 4
        return pieces[Int.random(in: 0..<limit, using: &generator)]
      }.joined()
    }
    for _ in 0..<20_000 {
      let text = random(24)
      let pattern = random(3)
      let constant = TextConstant(pattern)
      let bytes = Array(text.utf8)
      let shown: Comment = "seed \(seed), \(text.debugDescription) and \(pattern.debugDescription)"
      bytes.withUnsafeBytes { bytes in
        #expect(constant.equals(bytes) == (text == pattern), shown)
        #expect(constant.isContained(in: bytes) == text.contains(pattern), shown)
        #expect(constant.isPrefix(of: bytes) == text.starts(with: pattern), shown)
        #expect(constant.isFollowed(by: bytes) == (text > pattern), shown)
        #expect(constant.isPreceded(by: bytes) == (text < pattern), shown)
      }
    }
  }

  @Test func `decimals are compared by their number`() {
    func decimal(_ mantissa: UInt64, _ exponent: Int16, negative: Bool = false) -> DecimalBytes {
      DecimalBytes(
        exponent: exponent,
        sign: negative ? 1 : 0,
        length: mantissa == 0 ? 0 : 4,
        low: mantissa,
        high: 0
      )
    }
    #expect(decimal(10, -1).compare(decimal(1, 0)) == 0)
    #expect(decimal(1, 100).compare(decimal(9, 2)) > 0)
    #expect(decimal(1, -100).compare(decimal(1, 0)) < 0)
    #expect(decimal(2, 0, negative: true).compare(decimal(1, 0, negative: true)) < 0)
    #expect(decimal(0, 5).compare(decimal(0, 0)) == 0)
    let nan = DecimalBytes(exponent: 0, sign: 1, length: 0, low: 0, high: 0)
    #expect(nan.compare(nan) == 0)
    #expect(nan.compare(decimal(5, 0, negative: true)) < 0)
  }
}
