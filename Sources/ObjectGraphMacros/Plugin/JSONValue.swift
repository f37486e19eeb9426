/// A JSON value; strings stay in the message until somebody asks for them.
///
/// The compiler sends its whole build configuration as a string with each request, of which nothing
/// is needed: not decoding it is most of the work saved.
enum JSONValue {
  case null
  case bool(Bool)
  case number(Double)
  /// The bytes between the quotes, and whether they hold escapes.
  case string(ArraySlice<UInt8>, hasEscapes: Bool)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var stringValue: String? {
    guard case .string(let bytes, let hasEscapes) = self else { return nil }
    return hasEscapes ? JSONReader.unescape(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  var intValue: Int? {
    guard case .number(let value) = self else { return nil }
    return Int(exactly: value)
  }

  var arrayValue: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The only member of an object that has exactly one, as each message of the protocol does.
  var singleMember: (key: String, value: JSONValue)? {
    guard case .object(let members) = self, members.count == 1 else { return nil }
    return members.first
  }
}
