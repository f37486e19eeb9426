extension StructuredValue {
  /// Reads a value as `JSONBytes` writes it.
  ///
  /// - Parameter name: The attribute, for messages.
  init(_ node: JSONNode, _ name: String) throws(LoadError) { self = try Self.read(node, name, depth: 0) }

  private static func read(_ node: JSONNode, _ name: String, depth: Int) throws(LoadError) -> StructuredValue
  {
    switch node.value {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .string(let text): return .string(text)
    case .number(let text):
      if text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) {
        return .double(try ValueReader.double(node, name))
      }
      guard let value = Int64(text) else {
        throw LoadError(
          at: node.offset,
          "\(name) has the integer \(node.summary), which 64 bits with a sign do not hold",
          "Write it as {\"$uint\":…}, or with a '.' as a double."
        )
      }
      return .int(value)
    case .array(let nodes):
      guard depth < deepestNesting else { throw tooDeep(node, name) }
      var values: [StructuredValue] = []
      values.reserveCapacity(nodes.count)
      for node in nodes { values.append(try read(node, name, depth: depth + 1)) }
      return .array(values)
    case .object(let members):
      if members.count == 1, let tag = tag(of: members[0].key) {
        return try tagged(tag, members[0], name)
      }
      guard depth < deepestNesting else { throw tooDeep(node, name) }
      return .object(try entries(members, name, depth))
    }
  }

  private static func tooDeep(_ node: JSONNode, _ name: String) -> LoadError {
    LoadError(at: node.offset, "\(name) is nested deeper than \(deepestNesting)")
  }

  /// What follows the `$` of a tag; nil for a key of the value's own.
  private static func tag(of key: String) -> String? {
    var rest = key.utf8[...]
    guard rest.popFirst() == UInt8(ascii: "$"), rest.first != UInt8(ascii: "$") else { return nil }
    return String(rest)
  }

  private static func tagged(
    _ tag: String,
    _ member: JSONNode.Member,
    _ name: String
  ) throws(LoadError) -> StructuredValue {
    let node = member.value
    switch tag {
    case "uint": return .uint(try node.unsigned("$uint of \(name)"))
    case "float": return .float(try ValueReader.float(node, name))
    case "double": return .double(try ValueReader.double(node, name))
    case "date": return .date(try ValueReader.double(node, name))
    case "data": return .data(try ValueReader.base64(node, name))
    case "uuid": return .uuid(try ValueReader.uuid(node, name))
    case "decimal": return .decimal(try ValueReader.decimal(node, name))
    case "url": return .url(try node.string("$url of \(name)"))
    default: throw strange(member, name)
    }
  }

  private static func strange(_ member: JSONNode.Member, _ name: String) -> LoadError {
    LoadError(
      at: member.offset,
      "\(name) has the key '\(member.key)', which stands for no kind of value",
      "A key of the value's own that begins with $ gets one more."
    )
  }

  private static func entries(
    _ members: [JSONNode.Member],
    _ name: String,
    _ depth: Int
  ) throws(LoadError) -> [(key: String, value: StructuredValue)] {
    var entries: [(key: String, value: StructuredValue)] = []
    entries.reserveCapacity(members.count)
    for member in members {
      var key = member.key
      if key.utf8.first == UInt8(ascii: "$") {
        guard tag(of: key) == nil else { throw strange(member, name) }
        key = String(key.utf8.dropFirst()) ?? key
      }
      entries.append((key, try read(member.value, name, depth: depth + 1)))
    }
    entries.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for index in entries.indices.dropFirst()
    where entries[index].key.utf8.elementsEqual(entries[index - 1].key.utf8) {
      throw LoadError(
        at: members.first?.offset ?? 0,
        "\(name) has the key '\(entries[index].key)' twice in one object"
      )
    }
    return entries
  }

  // MARK: Encoding

  /// The bytes of the value (FORMAT.md, "Structured values").
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    encode(to: &writer)
    return writer.bytes
  }

  private func encode(to writer: inout ByteWriter) {
    switch self {
    case .null: writer.append(UInt8(0))
    case .bool(let value): writer.append(UInt8(value ? 2 : 1))
    case .int(let value): writer.append(tag: 3, value)
    case .uint(let value): writer.append(tag: 4, value)
    case .float(let value): writer.append(tag: 5, value.bitPattern)
    case .double(let value): writer.append(tag: 6, value.bitPattern)
    case .string(let value): writer.append(tag: 7, counted: Array(value.utf8))
    case .data(let value): writer.append(tag: 8, counted: value)
    case .date(let value): writer.append(tag: 9, value.bitPattern)
    case .uuid(let value):
      writer.append(tag: 10, value.high.byteSwapped)
      writer.append(value.low.byteSwapped)
    case .decimal(let value):
      writer.append(tag: 11, value.exponent)
      writer.append(value.sign)
      writer.append(value.length)
      writer.append(value.low)
      writer.append(value.high)
    case .url(let value): writer.append(tag: 12, counted: Array(value.utf8))
    case .array(let values):
      writer.append(tag: 13, count: values.count) { writer in
        for value in values { value.encode(to: &writer) }
      }
    case .object(let entries):
      writer.append(tag: 14, count: entries.count) { writer in
        for entry in entries {
          writer.append(text: entry.key)
          entry.value.encode(to: &writer)
        }
      }
    }
  }
}

extension ByteWriter {
  fileprivate mutating func append<T: FixedWidthInteger>(tag: UInt8, _ value: T) {
    append(tag)
    append(value)
  }

  fileprivate mutating func append(tag: UInt8, counted bytes: [UInt8]) {
    append(tag)
    append(counted: bytes)
  }

  /// Appends an array or object, whose size is known at its end.
  fileprivate mutating func append(tag: UInt8, count: Int, _ body: (inout ByteWriter) -> Void) {
    append(tag)
    let place = self.count
    append(UInt32(0))
    append(UInt32(truncatingIfNeeded: count))
    body(&self)
    store(UInt32(truncatingIfNeeded: self.count - place - 8), at: place)
  }
}
