/// A value of JSON as it stands in a line, with its place. Numbers stay text, so that no digit is lost.
package struct JSONNode: Sendable {
  /// What stands there.
  package enum Value: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A name and its value.
  package struct Member: Sendable {
    package var key: String
    /// Byte of the line where the name begins.
    package var offset: Int
    package var value: JSONNode
  }

  package var value: Value
  /// Byte of the line where it begins.
  package var offset: Int

  package init(_ value: Value, at offset: Int) {
    self.value = value
    self.offset = offset
  }
}

extension JSONNode {
  /// What it is, for messages.
  var summary: String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text): text.utf8.count <= 40 ? text : "a number of \(text.utf8.count) characters"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  var isNull: Bool {
    if case .null = value { return true }
    return false
  }

  /// The text of a string.
  func string(_ what: String) throws(LoadError) -> String {
    guard case .string(let text) = value else {
      throw LoadError(at: offset, "\(what) has to be a string, and \(summary) is there")
    }
    return text
  }

  /// The elements of an array.
  func array(_ what: String) throws(LoadError) -> [JSONNode] {
    guard case .array(let nodes) = value else {
      throw LoadError(at: offset, "\(what) has to be an array, and \(summary) is there")
    }
    return nodes
  }

  /// The members of an object.
  func object(_ what: String) throws(LoadError) -> [Member] {
    guard case .object(let members) = value else {
      throw LoadError(at: offset, "\(what) has to be an object, and \(summary) is there")
    }
    return members
  }

  /// A number of an unsigned type.
  func unsigned<T: FixedWidthInteger & UnsignedInteger>(_ what: String) throws(LoadError) -> T {
    guard case .number(let text) = value, let number = T(text) else {
      throw LoadError(at: offset, "\(what) has to be a number from 0 to \(T.max), and \(summary) is there")
    }
    return number
  }

  /// The id of an object.
  func objectID(_ what: String) throws(LoadError) -> ObjectID {
    let number: UInt64 = try unsigned(what)
    guard number > 0, number <= ObjectLoad.largestID else {
      throw LoadError(at: offset, "\(what) is \(number), and ids go from 1 to \(ObjectLoad.largestID)")
    }
    return ObjectID(rawValue: number)
  }
}

extension [JSONNode.Member] {
  /// The values by the names that are known, each once; others are refused.
  func sorted(_ names: [String], of what: String) throws(LoadError) -> [String: JSONNode] {
    var values: [String: JSONNode] = [:]
    for member in self {
      guard names.contains(member.key) else {
        throw LoadError(at: member.offset, "\(what) has no '\(member.key)'; it may have \(names.quoted)")
      }
      guard values.updateValue(member.value, forKey: member.key) == nil else {
        throw LoadError(at: member.offset, "'\(member.key)' occurs twice in \(what)")
      }
    }
    return values
  }
}

extension [String] {
  /// The names in single quotes.
  var quoted: String { map { "'\($0)'" }.joined(separator: ", ") }
}
