#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads the JSON of one message.
///
/// Foundation's decoder would do, but loading Foundation costs each compiler process more time than
/// a whole module of models takes to expand.
struct JSONReader {
  struct Failure: Error, Equatable, CustomStringConvertible {
    var problem: String
    var offset: Int

    var description: String { "malformed JSON at byte \(offset): \(problem)" }
  }

  private let bytes: [UInt8]
  private var position = 0
  private static let maximumDepth = 100

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the whole text as one value.
  static func read(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.readValue(depth: 0)
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.failure("text after the value") }
    return value
  }

  private func failure(_ problem: String) -> Failure { Failure(problem: problem, offset: position) }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func readValue(depth: Int) throws(Failure) -> JSONValue {
    guard depth < Self.maximumDepth else { throw failure("nested more than \(Self.maximumDepth) deep") }
    skipSpace()
    guard position < bytes.count else { throw failure("the text ends where a value was expected") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try readObject(depth: depth)
    case UInt8(ascii: "["): return try readArray(depth: depth)
    case UInt8(ascii: "\""): return try readString()
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    default: return try readNumber()
    }
  }

  private mutating func readObject(depth: Int) throws(Failure) -> JSONValue {
    position += 1
    var members: [(key: String, value: JSONValue)] = []
    if skip("}") { return .object(members) }
    while true {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw failure("a member needs a name in quotes")
      }
      let key = try readString().stringValue ?? ""
      guard skip(":") else { throw failure("a colon is missing behind the name '\(key)'") }
      members.append((key, try readValue(depth: depth + 1)))
      if skip("}") { return .object(members) }
      guard skip(",") else { throw failure("a comma or closing brace is missing") }
    }
  }

  private mutating func readArray(depth: Int) throws(Failure) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    if skip("]") { return .array(elements) }
    while true {
      elements.append(try readValue(depth: depth + 1))
      if skip("]") { return .array(elements) }
      guard skip(",") else { throw failure("a comma or closing bracket is missing") }
    }
  }

  /// Reads a string without looking at each byte: plugins are built without optimisation more often
  /// than not, and most of a message is one long string that nobody wants.
  private mutating func readString() throws(Failure) -> JSONValue {
    position += 1
    let start = position
    while let quote = Self.find("\"", in: bytes, from: position, to: bytes.count) {
      position = quote + 1
      var backslashes = 0
      while quote - 1 - backslashes >= start, bytes[quote - 1 - backslashes] == UInt8(ascii: "\\") {
        backslashes += 1
      }
      guard backslashes.isMultiple(of: 2) else { continue }
      let hasEscapes = Self.find("\\", in: bytes, from: start, to: quote) != nil
      return .string(bytes[start..<quote], hasEscapes: hasEscapes)
    }
    throw failure("a string is not closed")
  }

  /// The first place of a byte in a range.
  private static func find(
    _ character: Unicode.Scalar,
    in bytes: [UInt8],
    from start: Int,
    to end: Int
  ) -> Int? {
    guard start < end else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let found = memchr(base + start, Int32(UInt8(ascii: character)), end - start)
      return found.map { UnsafeRawPointer($0) - base }
    }
  }

  private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count, word.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) }) else {
      throw failure("a value was expected")
    }
    position = end
    return value
  }

  private mutating func readNumber() throws(Failure) -> JSONValue {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        position += 1
        continue
      default:
        break
      }
      break
    }
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      position = start
      throw failure("a value was expected")
    }
    return .number(value)
  }

  // MARK: Escapes

  /// Resolves the escapes of a string; broken ones become the replacement character.
  static func unescape(_ bytes: ArraySlice<UInt8>) -> String {
    let whole = Array(bytes)
    var result: [UInt8] = []
    result.reserveCapacity(whole.count)
    var index = 0
    while let backslash = find("\\", in: whole, from: index, to: whole.count) {
      result += whole[index..<backslash]
      index = backslash + 1
      guard index < whole.count else { break }
      let escape = whole[index]
      index += 1
      switch escape {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "u"): result += Array(String(readScalar(whole, &index)).utf8)
      default: result.append(escape)
      }
    }
    if index < whole.count { result += whole[index...] }
    return String(decoding: result, as: UTF8.self)
  }

  private static func readScalar(_ bytes: [UInt8], _ index: inout Int) -> Character {
    let first = readUnit(bytes, &index)
    guard first >= 0xD800, first < 0xDC00 else {
      return Character(Unicode.Scalar(first) ?? "\u{FFFD}")
    }
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    index += 2
    let second = readUnit(bytes, &index)
    guard second >= 0xDC00, second < 0xE000 else { return "\u{FFFD}" }
    return Character(Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}")
  }

  private static func readUnit(_ bytes: [UInt8], _ index: inout Int) -> UInt32 {
    let end = min(index + 4, bytes.count)
    let digits = String(decoding: bytes[index..<end], as: UTF8.self)
    index = end
    return UInt32(digits, radix: 16) ?? 0xFFFD
  }
}
