/// Writes the JSON of an answer.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ key: String? = nil, _ content: (inout JSONWriter) -> Void) {
    enclose(key, open: "{", close: "}", content)
  }

  mutating func array(_ key: String? = nil, _ content: (inout JSONWriter) -> Void) {
    enclose(key, open: "[", close: "]", content)
  }

  mutating func field(_ key: String, _ value: String) {
    begin(key)
    append(string: value)
  }

  mutating func field(_ key: String, _ value: Int) {
    begin(key)
    bytes += Array(String(value).utf8)
  }

  mutating func falseField(_ key: String) {
    begin(key)
    bytes += Array("false".utf8)
  }

  private mutating func enclose(
    _ key: String?,
    open: Unicode.Scalar,
    close: Unicode.Scalar,
    _ content: (inout JSONWriter) -> Void
  ) {
    begin(key)
    bytes.append(UInt8(ascii: open))
    needsComma = false
    content(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func begin(_ key: String?) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    guard let key else { return }
    append(string: key)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func append(string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A:
        bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      default:
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
