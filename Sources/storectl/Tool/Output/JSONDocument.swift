import LogStore

/// An answer for programs: a JSON document in the making, whose objects keep the order of their keys.
enum JSONDocument {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case string(String)
  case array([JSONDocument])
  case object([(String, JSONDocument)])
  /// Text that is JSON already.
  case raw([UInt8])
  /// An array whose elements are made while it is written, so that they are never all in memory.
  case elements((_ write: (JSONDocument) throws -> Void) throws -> Void)
  /// What is known only when everything before it was written.
  case later(() throws -> JSONDocument)

  /// Writes the text, without blanks and line ends.
  func write(to output: TextOutput) throws {
    var isFirst = true
    func comma() throws {
      if !isFirst { try output.write(",") }
      isFirst = false
    }
    switch self {
    case .array(let elements):
      try output.write("[")
      for element in elements {
        try comma()
        try element.write(to: output)
      }
      try output.write("]")
    case .elements(let make):
      try output.write("[")
      try make { element in
        try comma()
        try element.write(to: output)
      }
      try output.write("]")
    case .object(let members):
      try output.write("{")
      for (key, value) in members {
        try comma()
        try JSONDocument.string(key).write(to: output)
        try output.write(":")
        try value.write(to: output)
      }
      try output.write("}")
    case .later(let make): try make().write(to: output)
    case .raw(let bytes): try output.write(bytes)
    case .null, .bool, .integer, .unsigned, .number, .string: try output.write(scalar)
    }
  }

  /// The bytes of what has no parts.
  private var scalar: [UInt8] {
    var json = JSONBytes()
    switch self {
    case .bool(let value): if value { json.append(raw: "true") } else { json.append(raw: "false") }
    case .integer(let value): json.append(value)
    case .unsigned(let value): json.append(value)
    case .number(let value): json.append(value)
    case .string(let text): json.append(string: text)
    default: json.append(raw: "null")
    }
    return json.bytes
  }
}

extension JSONDocument: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  init(dictionaryLiteral members: (String, JSONDocument)...) { self = .object(members) }
  init(arrayLiteral elements: JSONDocument...) { self = .array(elements) }
}

extension JSONDocument: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral {
  init(stringLiteral text: String) { self = .string(text) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }
}

extension JSONDocument {
  init(_ text: String) { self = .string(text) }
  init(_ value: Bool) { self = .bool(value) }
  init(_ number: some SignedInteger) { self = .integer(Int64(clamping: number)) }
  init(_ number: some UnsignedInteger) { self = .unsigned(UInt64(clamping: number)) }
  init(_ number: Double) { self = .number(number) }
  init(_ texts: [String]) { self = .array(texts.map { .string($0) }) }

  /// What a value says, or null.
  init<Value>(_ value: Value?, _ document: (Value) -> JSONDocument) { self = value.map(document) ?? .null }
}
