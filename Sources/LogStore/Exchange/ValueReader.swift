/// Reads the values of a dump (FORMAT.md, "The text of storectl dump"): the other way round than `JSONBytes` writes
/// them.
package enum ValueReader {
  /// The value of an attribute of a kind.
  ///
  /// - Parameter name: The attribute, for messages.
  /// - Throws: `LoadError` with the column of what does not fit.
  package static func value(_ node: JSONNode, as kind: ValueKind, _ name: String) throws(LoadError)
    -> StoredValue
  {
    if node.isNull { return .null }
    try refuseReferences(node, name)
    switch kind {
    case .bool:
      guard case .bool(let value) = node.value else { throw misfit(node, name, "true or false") }
      return .bool(value)
    case .int8: return try signed(node, name, Int8.self)
    case .int16: return try signed(node, name, Int16.self)
    case .int32: return try signed(node, name, Int32.self)
    case .int64: return try signed(node, name, Int64.self)
    case .uint8: return try unsigned(node, name, UInt8.self)
    case .uint16: return try unsigned(node, name, UInt16.self)
    case .uint32: return try unsigned(node, name, UInt32.self)
    case .uint64: return try unsigned(node, name, UInt64.self)
    case .float: return .float(try float(node, name))
    case .double: return .double(try double(node, name))
    case .date: return .date(try double(node, name))
    case .uuid: return .uuid(try uuid(node, name))
    case .decimal: return .decimal(try decimal(node, name))
    case .string: return .string(try node.string(name))
    case .url: return .url(try node.string(name))
    case .data: return .data(try base64(node, name))
    case .structured: return .structured(try structured(node, name))
    case .opaque: return .opaque(try structured(node, name))
    case .reference, .orderKey, .sealed, .external:
      throw LoadError(at: node.offset, "\(name) is of kind \(kind), which no attribute has")
    }
  }

  /// Refuses what stands for a value that the dump does not have.
  private static func refuseReferences(_ node: JSONNode, _ name: String) throws(LoadError) {
    guard case .object(let members) = node.value, members.count == 1 else { return }
    switch members[0].key {
    case "$sealed":
      throw LoadError(
        at: node.offset,
        "\(name) is sealed, and opens in the store that it comes from alone",
        "Dump that store with --decrypt and its key."
      )
    case "$external":
      throw LoadError(
        at: node.offset,
        "\(name) is only the name of a file",
        "Dump the store without --no-blobs."
      )
    default: return
    }
  }

  private static func misfit(_ node: JSONNode, _ name: String, _ wanted: String) -> LoadError {
    LoadError(at: node.offset, "\(name) has to be \(wanted), and \(node.summary) is there")
  }

  // MARK: Numbers

  private static func signed<T: FixedWidthInteger & SignedInteger>(
    _ node: JSONNode,
    _ name: String,
    _ type: T.Type
  ) throws(LoadError) -> StoredValue {
    guard case .number(let text) = node.value, let value = T(text) else {
      throw misfit(node, name, "an integer from \(T.min) to \(T.max)")
    }
    return .int(Int64(value))
  }

  private static func unsigned<T: FixedWidthInteger & UnsignedInteger>(
    _ node: JSONNode,
    _ name: String,
    _ type: T.Type
  ) throws(LoadError) -> StoredValue {
    guard case .number(let text) = node.value, let value = T(text) else {
      throw misfit(node, name, "an integer from \(T.min) to \(T.max)")
    }
    return .uint(UInt64(value))
  }

  private static let floating = "a number, \"NaN\", \"NaN:0x\" with its bits, \"Infinity\" or \"-Infinity\""

  static func double(_ node: JSONNode, _ name: String) throws(LoadError) -> Double {
    switch node.value {
    case .number(let text):
      guard let value = Double(text), value.isFinite else {
        throw misfit(node, name, "within the range of doubles")
      }
      return value
    case .string(let text):
      guard let value = ValueText.double(text), !value.isFinite else { throw misfit(node, name, floating) }
      return value
    default: throw misfit(node, name, floating)
    }
  }

  static func float(_ node: JSONNode, _ name: String) throws(LoadError) -> Float {
    switch node.value {
    case .number(let text):
      guard let value = Float(text), value.isFinite else {
        throw misfit(node, name, "within the range of floats")
      }
      return value
    case .string(let text):
      guard let value = ValueText.float(text), !value.isFinite else { throw misfit(node, name, floating) }
      return value
    default: throw misfit(node, name, floating)
    }
  }

  static func decimal(_ node: JSONNode, _ name: String) throws(LoadError) -> DecimalBytes {
    let text: String
    switch node.value {
    case .number(let digits): text = digits
    case .string(let string): text = string
    default: text = ""
    }
    guard let value = ValueText.decimal(text) else {
      throw misfit(node, name, "a decimal like \"-1234e-2\", \"NaN\", or \"0x\" and 40 digits")
    }
    return value
  }

  // MARK: Texts

  static func uuid(_ node: JSONNode, _ name: String) throws(LoadError) -> UUIDBytes {
    guard case .string(let text) = node.value, let value = ValueText.uuid(text) else {
      throw misfit(node, name, "a UUID in quotes")
    }
    return value
  }

  static func base64(_ node: JSONNode, _ name: String) throws(LoadError) -> [UInt8] {
    guard case .string(let text) = node.value else { throw misfit(node, name, "base64 in quotes") }
    guard let bytes = ValueText.base64(text) else {
      throw LoadError(at: node.offset, "\(name) is not base64 with padding and without blanks")
    }
    return bytes
  }

  /// The encoded form of a structured value.
  private static func structured(_ node: JSONNode, _ name: String) throws(LoadError) -> [UInt8] {
    if case .object(let members) = node.value, members.count == 1, members[0].key == "$bytes" {
      let bytes = try base64(members[0].value, name)
      do throws(ByteReader.Failure) {
        _ = try bytes.withRawBytes { raw throws(ByteReader.Failure) in try StructuredValue(decoding: raw) }
      } catch {
        throw LoadError(
          at: node.offset,
          "\(name) was damaged already in the store that was dumped: \(error.reason)",
          "Give it another value, such as null."
        )
      }
      return bytes
    }
    let bytes = try StructuredValue(node, name).encoded()
    guard bytes.count <= UInt32.max else {
      throw LoadError(at: node.offset, "\(name) has \(bytes.count) bytes; the limit is \(UInt32.max)")
    }
    return bytes
  }
}
