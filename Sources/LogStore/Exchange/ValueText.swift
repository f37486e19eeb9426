/// Reads the texts that stand for values in dumps and filters (FORMAT.md, "The text of storectl dump").
package enum ValueText {
  /// A number, `NaN`, `NaN:0x` with bits, `Infinity` or `-Infinity`.
  package static func double(_ text: String) -> Double? {
    if let bits = bits(text) { return bits.flatMap { UInt64($0, radix: 16) }.map { Double(bitPattern: $0) } }
    return special(text).map { Double($0) } ?? Double(text)
  }

  /// The same in binary32.
  package static func float(_ text: String) -> Float? {
    if let bits = bits(text) { return bits.flatMap { UInt32($0, radix: 16) }.map { Float(bitPattern: $0) } }
    return special(text).map { Float($0) } ?? Float(text)
  }

  private static func special(_ text: String) -> Double? {
    switch text {
    case "NaN": .nan
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    default: nil
    }
  }

  /// The digits of `NaN:0x…`; nil for other texts, and nothing inside of it for none that are digits.
  private static func bits(_ text: String) -> String?? {
    guard text.hasPrefix("NaN:0x") else { return nil }
    let digits = text.dropFirst("NaN:0x".count)
    return digits.allSatisfy(\.isHexDigit) ? String(digits) : .some(nil)
  }

  /// `-1234e-2`, `12.5`, `NaN`, or `0x` and the twenty bytes.
  package static func decimal(_ text: String) -> DecimalBytes? {
    if text == "NaN" { return DecimalBytes(exponent: 0, sign: 1, length: 0, low: 0, high: 0) }
    if text.hasPrefix("0x") {
      guard let bytes = hexadecimal(text.dropFirst(2)), bytes.count == 20 else { return nil }
      return bytes.withUnsafeBytes { raw in
        DecimalBytes(
          exponent: Int16(littleEndian: raw.loadUnaligned(as: Int16.self)),
          sign: raw[2],
          length: raw[3],
          low: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 4, as: UInt64.self)),
          high: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 12, as: UInt64.self))
        )
      }
    }
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    var digits = parts[0]
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits = digits.dropFirst() }
    let halves = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = halves.count == 2 ? halves[1] : ""
    let all = halves[0] + fraction
    guard !halves[0].isEmpty, all.allSatisfy({ $0.isASCII && $0.isNumber }), let mantissa = UInt128(all),
      let power = parts.count == 2 ? Int(parts[1]) : 0, abs(power) < 1 << 20,
      let exponent = Int16(exactly: power - fraction.count)
    else { return nil }
    return DecimalBytes(
      exponent: exponent,
      sign: isNegative && mantissa != 0 ? 1 : 0,
      length: UInt8((128 - mantissa.leadingZeroBitCount + 15) / 16),
      low: UInt64(truncatingIfNeeded: mantissa),
      high: UInt64(truncatingIfNeeded: mantissa >> 64)
    )
  }

  /// The text form of a UUID, in either case.
  package static func uuid(_ text: String) -> UUIDBytes? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [8, 4, 4, 4, 12], let bytes = hexadecimal(parts.joined()[...]) else {
      return nil
    }
    return bytes.withUnsafeBytes { raw in
      UUIDBytes(
        high: UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }

  /// Pairs of hexadecimal digits.
  package static func hexadecimal(_ text: Substring) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digit(digits[index]), let low = digit(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The value of a hexadecimal digit.
  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Base64 with padding, and no blanks.
  package static func base64(_ text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    guard letters.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    for start in stride(from: 0, to: letters.count, by: 4) {
      let isLast = start + 4 == letters.count
      let padding =
        isLast ? letters[start..<start + 4].reversed().prefix { $0 == UInt8(ascii: "=") }.count : 0
      guard padding <= 2 else { return nil }
      var word: UInt32 = 0
      for index in start..<start + 4 - padding {
        guard let value = base64Value(letters[index]) else { return nil }
        word = word << 6 | UInt32(value)
      }
      word <<= UInt32(6 * padding)
      // Bits that no byte takes have to be zero: one value has one text.
      if padding > 0, word & (padding == 1 ? 0xFF : 0xFFFF) != 0 { return nil }
      for place in 0..<3 - padding { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(16 - 8 * place))) }
    }
    return bytes
  }

  private static func base64Value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
