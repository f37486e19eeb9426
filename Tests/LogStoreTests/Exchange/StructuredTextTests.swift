import LogStore
import Testing

/// Structured values as text and back.
@Suite struct StructuredTextTests {
  private struct Generator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }

    mutating func text() -> String {
      let letters: [Character] = ["a", "$", "é", "\"", "\u{0}", "𝄞", "/", "\\", " "]
      return String((0..<Int(next() % 4)).map { _ in letters[Int(next() % UInt64(letters.count))] })
    }

    mutating func bytes(_ count: UInt64) -> [UInt8] {
      (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 7) }
    }

    /// The bytes of a value, as FORMAT.md says.
    mutating func value(_ depth: Int) -> [UInt8] {
      let tag = UInt8(next() >> 3 % (depth > 3 ? 13 : 15))
      switch tag {
      case 0, 1, 2: return [tag]
      case 3, 4, 6, 9: return [tag] + bytes(8)
      case 5: return [tag] + bytes(4)
      case 7, 12: return [tag] + counted(Array(text().utf8))
      case 8: return [tag] + counted(bytes(next() % 5))
      case 10: return [tag] + bytes(16)
      case 11: return [tag] + bytes(20)
      case 13:
        let parts = (0..<next() % 4).map { _ in value(depth + 1) }
        return [tag] + number(parts.joined().count) + number(parts.count) + parts.joined()
      default:
        var keys: [[UInt8]] = []
        for _ in 0..<next() % 4 {
          let key = Array(text().utf8)
          if !keys.contains(key) { keys.append(key) }
        }
        keys.sort { $0.lexicographicallyPrecedes($1) }
        let parts = keys.map { counted($0) + value(depth + 1) }
        return [14] + number(parts.joined().count) + number(parts.count) + parts.joined()
      }
    }

    private func number(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private func counted(_ bytes: [UInt8]) -> [UInt8] { number(bytes.count) + bytes }
  }

  @Test func `each value comes back from its text bit by bit`() throws {
    let seed = UInt64.random(in: 1 ... .max)
    var generator = Generator(state: seed)
    for _ in 0..<3000 {
      let encoded = generator.value(0)
      var json = JSONBytes()
      json.append(.structured(encoded))
      let node = try JSONParser.parse(json.bytes)
      let value = try ValueReader.value(node, as: .structured, "it")
      #expect(value == .structured(encoded), "seed \(seed): \(String(decoding: json.bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: [Float.nan.bitPattern, 0x7F80_0001, 0xFFC0_0000, 0x8000_0000, 1, 0x7F7F_FFFF])
  func `floats come back bit by bit`(bits: UInt32) throws {
    var json = JSONBytes()
    json.append(Float(bitPattern: bits))
    guard case .float(let value) = try ValueReader.value(JSONParser.parse(json.bytes), as: .float, "it")
    else {
      return #expect(Bool(false))
    }
    #expect(value.bitPattern == bits)
  }

  @Test func `doubles of all sizes come back bit by bit`() throws {
    let seed = UInt64.random(in: 1 ... .max)
    var generator = Generator(state: seed)
    for _ in 0..<3000 {
      let bits = generator.next()
      var json = JSONBytes()
      json.append(Double(bitPattern: bits))
      let value = try ValueReader.value(JSONParser.parse(json.bytes), as: .double, "it")
      guard case .double(let number) = value else { return #expect(Bool(false)) }
      #expect(number.bitPattern == bits, "seed \(seed)")
    }
  }
}
