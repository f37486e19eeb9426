import LogStore
import LogStoreTesting

/// Texts of values, behind a byte that says of which kind.
struct ValueTarget: FuzzTarget {
  private static let parts = [
    "0", "1", "9", "12345678901234567890", "340282366920938463463374607431768211455", "-", "+", ".", "e", "E",
    "e-",
    "NaN", "NaN:0x", "7ff8000000000001", "Infinity", "-Infinity", "0x", "ff", "AB", "=", "==", "/+", "AAAA",
    "00112233-4455-6677-8899-AABBCCDDEEFF", "32767", "-32768", "99999999999", " ", "é", "٣", "\u{0}",
  ]

  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    var bytes = [UInt8(random.below(7))]
    for _ in 0..<random.below(5) { bytes += Array(random.one(of: Self.parts).utf8) }
    if random.once(in: 4), bytes.count > 1 {
      bytes[1 + random.below(bytes.count - 1)] = UInt8(truncatingIfNeeded: random.next())
    }
    return bytes
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    guard let kind = input.first else { return false }
    let text = String(decoding: input.dropFirst(), as: UTF8.self)
    switch kind {
    case 0: return try comesBack(ValueText.double(text), ValueText.double) { $0.append($1) }
    case 1: return try comesBack(ValueText.float(text), ValueText.float) { $0.append($1) }
    case 2: return try comesBack(ValueText.decimal(text), ValueText.decimal) { $0.append($1) }
    case 3: return try comesBack(ValueText.uuid(text), ValueText.uuid) { $0.append(StoredValue.uuid($1)) }
    case 4: return try comesBack(ValueText.base64(text), ValueText.base64) { $0.append(StoredValue.data($1)) }
    case 5: return ValueText.hexadecimal(text[...]) != nil
    default:
      var json = JSONBytes()
      json.append(text: UnsafeRawBufferPointer(rebasing: input.dropFirst()))
      guard String(validating: json.bytes, as: UTF8.self) != nil else {
        throw FuzzViolation("a text of a dump that is not UTF-8")
      }
      return true
    }
  }

  /// Whether a value is the same when it is written and read again.
  private func comesBack<Value: Equatable>(
    _ value: Value?,
    _ read: (String) -> Value?,
    _ write: (inout JSONBytes, Value) -> Void
  ) throws -> Bool {
    guard let value else { return false }
    var json = JSONBytes()
    write(&json, value)
    let text = String(decoding: json.bytes, as: UTF8.self).filter { $0 != "\"" }
    guard let again = read(text), again == value || "\(again)" == "\(value)" else {
      throw FuzzViolation(
        "\(value) is written as \(text), which is read as \(read(text).map { "\($0)" } ?? "nothing")"
      )
    }
    return true
  }
}
