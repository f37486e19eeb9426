/// Reads one line of JSON (RFC 8259). No input makes it trap, or take more than some bytes of memory for each of its
/// own.
package struct JSONParser {
  /// Deepest nesting that is read: that of a structured value, in an object, in a line.
  static let deepest = StructuredValue.deepestNesting + 8

  private let bytes: [UInt8]
  private var next = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a whole line.
  ///
  /// - Throws: `LoadError` with the column where the text stops to be JSON.
  package static func parse(_ line: [UInt8]) throws(LoadError) -> JSONNode {
    var parser = JSONParser(line)
    parser.skipBlanks()
    let node = try parser.value(depth: 0)
    parser.skipBlanks()
    guard parser.next == line.count else { throw parser.failure("more stands behind the value") }
    return node
  }

  private func failure(_ found: String) -> LoadError { LoadError(at: next, found) }

  private var byte: UInt8? { next < bytes.count ? bytes[next] : nil }

  /// What stands at the present place, for messages.
  private var present: String {
    guard let byte else { return "the line ends" }
    guard byte > 0x20, byte < 0x7F else { return "byte \(byte) is there" }
    return "'\(Character(Unicode.Scalar(byte)))' is there"
  }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A { next += 1 }
  }

  private mutating func expect(_ wanted: Unicode.Scalar, _ where: String) throws(LoadError) {
    guard byte == UInt8(ascii: wanted) else { throw failure("'\(wanted)' is missing \(`where`); \(present)") }
    next += 1
  }

  private mutating func value(depth: Int) throws(LoadError) -> JSONNode {
    guard depth <= Self.deepest else { throw failure("nested deeper than \(Self.deepest)") }
    let start = next
    guard let byte else { throw failure("a value is missing; \(present)") }
    switch byte {
    case UInt8(ascii: "{"): return JSONNode(.object(try members(depth)), at: start)
    case UInt8(ascii: "["): return JSONNode(.array(try elements(depth)), at: start)
    case UInt8(ascii: "\""): return JSONNode(.string(try string()), at: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONNode(.number(try number()), at: start)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw failure("a value is missing; \(present)")
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSONNode.Value) throws(LoadError) -> JSONNode {
    let start = next
    let isThere = text.withUTF8Buffer { word in
      bytes[start...].prefix(word.count).elementsEqual(word)
    }
    guard isThere else { throw failure("a value is missing; \(present)") }
    next += text.utf8CodeUnitCount
    return JSONNode(value, at: start)
  }

  private mutating func members(_ depth: Int) throws(LoadError) -> [JSONNode.Member] {
    next += 1
    skipBlanks()
    var members: [JSONNode.Member] = []
    if byte == UInt8(ascii: "}") {
      next += 1
      return members
    }
    while true {
      skipBlanks()
      let start = next
      guard byte == UInt8(ascii: "\"") else { throw failure("a name in quotes is missing; \(present)") }
      let key = try string()
      skipBlanks()
      try expect(":", "behind a name")
      skipBlanks()
      members.append(JSONNode.Member(key: key, offset: start, value: try value(depth: depth + 1)))
      skipBlanks()
      if byte == UInt8(ascii: "}") {
        next += 1
        return members
      }
      try expect(",", "or '}' in an object")
    }
  }

  private mutating func elements(_ depth: Int) throws(LoadError) -> [JSONNode] {
    next += 1
    skipBlanks()
    var elements: [JSONNode] = []
    if byte == UInt8(ascii: "]") {
      next += 1
      return elements
    }
    while true {
      skipBlanks()
      elements.append(try value(depth: depth + 1))
      skipBlanks()
      if byte == UInt8(ascii: "]") {
        next += 1
        return elements
      }
      try expect(",", "or ']' in an array")
    }
  }

  // MARK: Numbers

  private mutating func number() throws(LoadError) -> String {
    let start = next
    if byte == UInt8(ascii: "-") { next += 1 }
    if byte == UInt8(ascii: "0") { next += 1 } else { try digits() }
    if byte == UInt8(ascii: ".") {
      next += 1
      try digits()
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      next += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { next += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<next], as: UTF8.self)
  }

  private mutating func digits() throws(LoadError) {
    let start = next
    while let byte, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { next += 1 }
    guard next > start else { throw failure("a digit is missing; \(present)") }
  }

  // MARK: Strings

  private mutating func string() throws(LoadError) -> String {
    let opening = next
    next += 1
    var start = next
    var unescaped: [UInt8] = []
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        // One piece without escapes is the usual case.
        let text: String?
        if unescaped.isEmpty {
          text = String(validating: bytes[start..<next], as: UTF8.self)
        } else {
          unescaped += bytes[start..<next]
          text = String(validating: unescaped, as: UTF8.self)
        }
        guard let text else { throw LoadError(at: opening, "a string that is not UTF-8") }
        next += 1
        return text
      case UInt8(ascii: "\\"):
        unescaped += bytes[start..<next]
        try appendEscaped(to: &unescaped)
        start = next
      case 0..<0x20: throw failure("byte \(byte) in a string, which has to be escaped")
      default: next += 1
      }
    }
    throw failure("the line ends in a string")
  }

  private mutating func appendEscaped(to text: inout [UInt8]) throws(LoadError) {
    let start = next
    next += 1
    guard let letter = byte else { throw failure("the line ends in a string") }
    next += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var unit = try hexadecimal()
      if unit & 0xFC00 == 0xD800, byte == UInt8(ascii: "\\"), next + 1 < bytes.count,
        bytes[next + 1] == UInt8(ascii: "u")
      {
        next += 2
        let low = try hexadecimal()
        guard low & 0xFC00 == 0xDC00 else { throw LoadError(at: start, "half of a surrogate pair") }
        unit = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
      }
      guard let scalar = Unicode.Scalar(unit) else { throw LoadError(at: start, "half of a surrogate pair") }
      text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
    default:
      next = start
      throw failure("an escape that JSON does not have")
    }
  }

  private mutating func hexadecimal() throws(LoadError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte, let digit = ValueText.digit(byte) else {
        throw failure("four hexadecimal digits are missing; \(present)")
      }
      unit = unit << 4 | UInt32(digit)
      next += 1
    }
    return unit
  }
}
