@testable import LogStore
import Testing

/// Goal: comparing index keys is comparing values. Way: all pairs of lists of awkward values.
@Suite struct SecondaryKeyTests {
  private func bytes(_ value: StoredValue, _ shape: KeyShape, isLast: Bool = true) -> [UInt8] {
    var encoder = KeyEncoder()
    encoder.append(value, shape, isLast: isLast)
    return encoder.copy
  }

  private func order(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a == b ? 0 : (a.lexicographicallyPrecedes(b) ? -1 : 1)
  }

  private func order(_ a: StoredValue, _ b: StoredValue) -> Int {
    a.isEqual(to: b) ? 0 : (a.isLess(than: b) ? -1 : 1)
  }

  private func expectOrder(_ values: [StoredValue], _ shape: KeyShape) {
    for a in values {
      for b in values {
        for isLast in [true, false] {
          #expect(
            order(bytes(a, shape, isLast: isLast), bytes(b, shape, isLast: isLast)) == order(a, b),
            "\(a) \(b)"
          )
        }
      }
      #expect(order(bytes(.null, shape), bytes(a, shape)) < 0, "\(a)")
    }
  }

  @Test func `integers of any size and sign`() {
    var numbers: [Int64] = [0]
    for shift in 0..<63 {
      for offset in -1...1 {
        numbers += [Int64(1) << shift + Int64(offset), -(Int64(1) << shift) + Int64(offset)]
      }
    }
    expectOrder((numbers + [.min, .max]).map { .int($0) }, .integer)
    expectOrder([0, 1, 255, 256, .max - 1, .max].map { .uint($0) } + [.int(-1), .int(7)], .integer)
  }

  @Test func `floating-point numbers, both zeros being one`() {
    let numbers: [Double] = [
      0, -0.0, 1, -1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude,
      -.greatestFiniteMagnitude, .infinity, -.infinity, .pi, 1.0.nextUp, 1.0.nextDown,
    ]
    expectOrder(numbers.map { .double($0) }, .floating)
    let nan = bytes(.double(.nan), .floating)
    #expect(
      nan
        == bytes(
          .double(Double(sign: .minus, exponentBitPattern: 0x7FF, significandBitPattern: 1)),
          .floating
        )
    )
    #expect(order(nan, bytes(.double(.infinity), .floating)) > 0)
    #expect(bytes(.float(0.1), .floating) == bytes(.double(Double(Float(0.1))), .floating))
  }

  @Test func `decimals by their number, whatever digits they are written with`() {
    var values: [StoredValue] = []
    let mantissas: [UInt128] = [0, 1, 9, 10, 11, 99, 100, 101, 12_345, 1_234_500, .max, .max - 5, .max / 10]
    for mantissa in mantissas {
      for exponent: Int16 in [-128, -3, -2, -1, 0, 1, 2, 127] {
        for sign: UInt8 in [0, 1] where mantissa > 0 || sign == 0 {
          values.append(
            .decimal(
              DecimalBytes(
                exponent: exponent,
                sign: sign,
                length: 8,
                low: UInt64(truncatingIfNeeded: mantissa),
                high: UInt64(truncatingIfNeeded: mantissa >> 64)
              )
            )
          )
        }
      }
    }
    values.append(.decimal(DecimalBytes(exponent: 0, sign: 1, length: 0, low: 0, high: 0)))
    expectOrder(values, .decimal)
  }

  @Test func `texts by their normal form, so that equal ones have equal keys`() {
    let texts = [
      "", "a", "aa", "ab", "b", "\0", "\0\0", "\u{1}", "\u{2}", "a\0", "a\u{1}", "a\0b", "z", "é", "e\u{301}",
      "éa", "e\u{301}z", "ｆ", "日本", "\u{10FFFF}", "\u{212A}", "K", "A\u{30A}", "Å", "ﬁ", "fi",
    ]
    for a in texts {
      for b in texts {
        let sorted = SortText(a).compare(SortText(b)).signum()
        for isLast in [true, false] {
          let found = order(
            bytes(.string(a), .text, isLast: isLast),
            bytes(.string(b), .text, isLast: isLast)
          )
          #expect(found == sorted, "\(a.debugDescription) \(b.debugDescription)")
        }
        #expect((bytes(.string(a), .text) == bytes(.string(b), .text)) == (a == b))
      }
    }
  }

  @Test func `several values one by one, the first deciding first`() {
    let texts = ["", "a", "a\0", "a\u{1}", "ab", "b"]
    let numbers: [Double] = [-.infinity, -1, 0, 2, .infinity]
    var keys: [([UInt8], Int)] = []
    for (rank, text) in texts.enumerated() {
      for (place, number) in numbers.enumerated() {
        var encoder = KeyEncoder()
        encoder.append(.string(text), .text, isLast: false)
        encoder.append(.double(number), .floating, isLast: true)
        keys.append((encoder.copy, rank * 10 + place))
      }
    }
    for a in keys {
      for b in keys { #expect(order(a.0, b.0) == (a.1 - b.1).signum()) }
    }
  }

  @Test func `bytes, uuids and flags`() {
    expectOrder([.bool(false), .bool(true)], .bool)
    expectOrder(
      [0, 1, .max].flatMap { high in [0, 7, .max].map { .uuid(UUIDBytes(high: high, low: $0)) } },
      .uuid
    )
    expectOrder([[], [0], [0, 0], [1], [1, 0], [255]].map { .data($0) }, .bytes)
  }

  @Test func `entries stand in the order of their keys, long ones behind short ones of the same prefix`() {
    var generator = SeededGenerator(seed: 11)
    var keys: [[UInt8]] = [[], [0]]
    for _ in 0..<300 {
      let count = Int.random(in: 0...24, using: &generator)
      keys.append((0..<count).map { $0 < 12 ? 7 : UInt8.random(in: 0...2, using: &generator) })
    }
    for a in keys {
      let entry = SecondaryKey(bytes: a, id: 5)
      #expect(entry.id == 5)
      #expect(entry.isLong == (a.count > SecondaryKey.shortLimit))
      #expect(entry.isLong || entry.length == a.count)
      for b in keys {
        let other = SecondaryKey(bytes: b, id: 5)
        let samePrefix = entry.hasPrefix(of: other)
        if !entry.isLong && !other.isLong || !samePrefix {
          #expect((entry < other) == a.lexicographicallyPrecedes(b), "\(a) \(b)")
        } else if entry.isLong != other.isLong {
          #expect((entry < other) == other.isLong)
        } else {
          #expect(entry.hasKey(of: other) == (a == b))
        }
        // Bounds lose nothing.
        if !b.lexicographicallyPrecedes(a) { #expect(!(other < SecondaryKey.lowerBound(a)), "\(a) \(b)") }
        if b.lexicographicallyPrecedes(a) {
          #expect(other < SecondaryKey.upperBound(a, hasLongKeys: true), "\(a) \(b)")
          if a.count <= SecondaryKey.prefixSize { #expect(other < SecondaryKey.lowerBound(a), "\(a) \(b)") }
        }
        if !entry.isLong, !other.isLong {
          let bound = SecondaryKey.upperBound(a, hasLongKeys: false)
          #expect((other < bound) == b.lexicographicallyPrecedes(a))
        }
      }
    }
  }

  @Test func `the entries of one key lie between it and the following key`() {
    let highest: UInt64 = 1 << 40 - 1
    for bytes: [UInt8] in [[], [255], Array(repeating: 255, count: 17), Array(repeating: 255, count: 40)] {
      let key = SecondaryKey(bytes: bytes, id: highest)
      #expect(key.withoutID < key)
      #expect(key < key.followingKey)
      #expect(key.id == highest)
      #expect(key.withoutID.hasKey(of: key))
      #expect(!key.followingKey.hasKey(of: key))
    }
  }
}
