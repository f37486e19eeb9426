extension Lexer {
  // MARK: Strings

  /// Reads a string literal whose opening quote stands at the current position.
  mutating func lexString(pounds: Int) {
    let isMultiline =
      byte(at: position + 1) == UInt8(ascii: "\"") && byte(at: position + 2) == UInt8(ascii: "\"")
      && !(pounds > 0 && isClosed(at: position + 1, quotes: 1, pounds: pounds))
      && !(pounds > 0 && isClosed(at: position + 2, quotes: 1, pounds: pounds))
    let quotes = isMultiline ? 3 : 1
    move(to: position + quotes)
    while let next = byte(at: position) {
      if next == UInt8(ascii: "\""), isClosed(at: position, quotes: quotes, pounds: pounds) {
        move(to: position + quotes + pounds)
        return
      }
      if next == UInt8(ascii: "\\"), hasPounds(pounds, at: position + 1) {
        let escaped = position + 1 + pounds
        if byte(at: escaped) == UInt8(ascii: "(") {
          move(to: escaped)
          skipInterpolation()
        } else {
          move(to: min(escaped + 1, source.bytes.count))
        }
        continue
      }
      if !isMultiline, next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r") { return }
      move(to: position + 1)
    }
  }

  private func isClosed(at index: Int, quotes: Int, pounds: Int) -> Bool {
    for step in 0..<quotes where byte(at: index + step) != UInt8(ascii: "\"") { return false }
    return hasPounds(pounds, at: index + quotes)
  }

  private func hasPounds(_ count: Int, at index: Int) -> Bool {
    for step in 0..<count where byte(at: index + step) != UInt8(ascii: "#") { return false }
    return true
  }

  /// Skips `( … )` as code: strings and comments inside it may hold parentheses of their own.
  private mutating func skipInterpolation() {
    var depth = 0
    while true {
      let token = next()
      if token.kind == .endOfFile { return }
      if token.is("(") { depth += 1 }
      if token.is(")") {
        depth -= 1
        if depth == 0 { return }
      }
    }
  }

  // MARK: Regular expressions

  /// Skips `/…/` if the slash at the current position begins one that ends on the same line.
  mutating func skipBareRegex() -> Bool {
    guard let first = byte(at: position + 1), first != UInt8(ascii: " "), first != UInt8(ascii: "\t"),
      first != UInt8(ascii: "\n"), first != UInt8(ascii: ")"), first != UInt8(ascii: ",")
    else { return false }
    var index = position + 1
    var inClass = false
    var depth = 0
    while let next = byte(at: index), next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") {
      switch next {
      case UInt8(ascii: "\\"):
        index += 1
      case UInt8(ascii: "["):
        inClass = true
      case UInt8(ascii: "]"):
        inClass = false
      case UInt8(ascii: "(") where !inClass:
        depth += 1
      case UInt8(ascii: ")") where !inClass:
        depth -= 1
        if depth < 0 { return false }
      case UInt8(ascii: "/") where !inClass:
        move(to: index + 1)
        return true
      default:
        break
      }
      index += 1
    }
    return false
  }

  /// Skips `/…/#` with the given number of pounds; it may span lines.
  mutating func skipExtendedRegex(pounds: Int) {
    move(to: position + 1)
    while let next = byte(at: position) {
      if next == UInt8(ascii: "\\") {
        move(to: min(position + 2, source.bytes.count))
      } else if next == UInt8(ascii: "/"), hasPounds(pounds, at: position + 1) {
        move(to: position + 1 + pounds)
        return
      } else {
        move(to: position + 1)
      }
    }
  }

  // MARK: Numbers

  mutating func lexNumber() {
    let isHex = byte(at: position) == UInt8(ascii: "0") && byte(at: position + 1) == UInt8(ascii: "x")
    while let next = byte(at: position) {
      if Self.isIdentifierByte(next) {
        move(to: position + 1)
        let isExponent =
          isHex
          ? next == UInt8(ascii: "p") || next == UInt8(ascii: "P")
          : next == UInt8(ascii: "e") || next == UInt8(ascii: "E")
        if isExponent, let sign = byte(at: position), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
          move(to: position + 1)
        }
      } else if next == UInt8(ascii: "."), let digit = byte(at: position + 1), Self.isDigit(digit) {
        move(to: position + 1)
      } else {
        return
      }
    }
  }

  // MARK: Character classes

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  static func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      return true
    default:
      return false
    }
  }

  static func isOperatorByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
      UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"):
      return true
    default:
      return false
    }
  }

  static func isUnicodeOperatorHead(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7,
      0x2016, 0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E,
      0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003,
      0x3008...0x3020, 0x3030:
      return true
    default:
      return false
    }
  }

  /// Decodes the scalar whose first byte stands at `index`; nil for ASCII and broken text.
  static func scalar(in bytes: [UInt8], at index: Int) -> (value: UInt32, length: Int)? {
    guard index < bytes.count else { return nil }
    let first = bytes[index]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0
    guard length > 0, index + length <= bytes.count else { return nil }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for step in 1..<length { value = value << 6 | UInt32(bytes[index + step] & 0x3F) }
    return (value, length)
  }
}
