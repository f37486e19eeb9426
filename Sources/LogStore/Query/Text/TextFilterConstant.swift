/// A constant as it is written, before it is known what it is compared with.
struct TextFilterConstant {
  enum Form {
    case null
    case bool(Bool)
    case number(String)
    case date(String)
    case text(String)
    /// The text of an argument, which may stand for any of the others.
    case argument(String)
  }

  var form: Form
  var column: Int
  /// As it was written.
  var shown: String

  /// The text that stands for the value.
  private var text: String {
    switch form {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .number(let text), .date(let text), .text(let text), .argument(let text): text
    }
  }

  private var isQuoted: Bool {
    if case .text = form { return true }
    return false
  }

  /// The values that it stands for where one of a kind is wanted: one, but for a whole number in a structured
  /// value, which may be there as an integer or as a double.
  func values(of kind: TextFilterNames.Kind, for name: String) throws(TextFilterError) -> [StoredValue] {
    if case .null = form { return [.null] }
    switch kind {
    case .stored(let kind): return [try value(of: kind, for: name)]
    case .number:
      guard !isQuoted, let number = Int64(text) else { throw mismatch("a whole number", name) }
      return [.int(number)]
    case .object:
      guard !isQuoted, let number = UInt64(text), number > 0 else {
        throw mismatch("the id of an object", name)
      }
      return [.reference(ObjectID(rawValue: number))]
    case .field: return fieldValues
    }
  }

  private var fieldValues: [StoredValue] {
    switch form {
    case .null: return [.null]
    case .bool(let value): return [.bool(value)]
    case .date(let text): return [.date(CalendarDate.seconds(text) ?? .nan)]
    case .text(let text): return [.string(text)]
    case .number(let text), .argument(let text):
      if let number = Int64(text) { return [.int(number), .double(Double(number))] }
      if let number = UInt64(text) { return [.uint(number)] }
      if let number = Double(text) { return [.double(number)] }
      return [.string(text)]
    }
  }

  private func value(of kind: ValueKind, for name: String) throws(TextFilterError) -> StoredValue {
    switch kind {
    case .bool:
      switch text.uppercased() {
      case "YES", "TRUE", "1": return .bool(true)
      case "NO", "FALSE", "0": return .bool(false)
      default: throw mismatch("YES or NO", name)
      }
    case .int8, .int16, .int32, .int64:
      guard !isQuoted, let number = Int64(text) else { throw mismatch("a whole number of 64 bits", name) }
      return .int(number)
    case .uint8, .uint16, .uint32, .uint64, .orderKey:
      if !isQuoted, let number = UInt64(text) { return .uint(number) }
      guard !isQuoted, let number = Int64(text) else { throw mismatch("a whole number of 64 bits", name) }
      return .int(number)
    case .float:
      guard let number = ValueText.float(text) else { throw mismatch("a number", name) }
      return .float(number)
    case .double:
      guard let number = ValueText.double(text) else { throw mismatch("a number", name) }
      return .double(number)
    case .date:
      guard let seconds = CalendarDate.seconds(text) ?? ValueText.double(text) else {
        throw mismatch("a date as 2024-05-17T09:30:00Z, or seconds since 2001", name)
      }
      return .date(seconds)
    case .decimal:
      guard let number = ValueText.decimal(text) else { throw mismatch("a decimal number", name) }
      return .decimal(number)
    case .uuid:
      guard let uuid = ValueText.uuid(text) else { throw mismatch("a UUID in quotes", name) }
      return .uuid(uuid)
    case .string:
      guard isText else { throw mismatch("a text in quotes", name) }
      return .string(text)
    case .url:
      guard isText else { throw mismatch("a URL in quotes", name) }
      return .url(text)
    case .data, .sealed, .external:
      let bytes = text.hasPrefix("0x") ? ValueText.hexadecimal(text.dropFirst(2)) : ValueText.base64(text)
      guard let bytes else { throw mismatch("data as 0x and hexadecimal digits, or in base64", name) }
      return .data(bytes)
    case .reference, .structured, .opaque: throw mismatch("nil", name)
    }
  }

  private var isText: Bool {
    switch form {
    case .text, .argument: true
    default: false
    }
  }

  private func mismatch(_ expected: String, _ name: String) -> TextFilterError {
    TextFilterError(column: column, found: shown, expected: "\(expected) for '\(name)'")
  }
}
