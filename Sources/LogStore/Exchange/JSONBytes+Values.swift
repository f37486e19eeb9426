extension JSONBytes {
  /// Appends a value outside of a record.
  package mutating func append(_ value: StoredValue) {
    switch value {
    case .null: append(raw: "null")
    case .bool(let value): append(value)
    case .int(let value): append(value)
    case .uint(let value): append(value)
    case .float(let value): append(value)
    case .double(let value), .date(let value): append(value)
    case .uuid(let value): append(string: value.description)
    case .decimal(let value): append(value)
    case .reference(let value): append(value.rawValue)
    case .string(let value), .url(let value): append(string: value)
    case .data(let value): value.withUnsafeBytes { append(data: $0) }
    case .structured(let value), .opaque(let value): value.withUnsafeBytes { append(structured: $0) }
    }
  }

  /// Appends a field of a record.
  package mutating func append(_ field: Int, of record: RecordView) {
    guard record.isPresent(field) else { return append(raw: "null") }
    switch record.layout.fields[field].kind {
    case .string, .url: append(text: record.bytes(field))
    case .data: append(data: record.bytes(field))
    case .structured, .opaque: append(structured: record.bytes(field))
    case .sealed: append(tag: "$sealed", data: record.bytes(field))
    case .external: append(tag: "$external", data: record.bytes(field))
    default: append(record.value(field))
    }
  }

  /// Appends an encoded structured value.
  package mutating func append(structured encoded: UnsafeRawBufferPointer) {
    do throws(ByteReader.Failure) {
      let value = try StructuredValue(decoding: encoded)
      // A value that is null is not an absent one.
      if case .null = value { append(tag: "$bytes", data: encoded) } else { append(value) }
    } catch {
      append(tag: "$bytes", data: encoded)
    }
  }

  private mutating func append(_ value: Bool) {
    if value { append(raw: "true") } else { append(raw: "false") }
  }

  private mutating func append(_ value: StructuredValue) {
    switch value {
    case .null: append(raw: "null")
    case .bool(let value): append(value)
    case .int(let value): append(value)
    case .double(let value) where value.isFinite: append(value)
    case .string(let value): append(string: value)
    case .uint(let value): append(tag: "$uint") { $0.append(value) }
    case .float(let value): append(tag: "$float") { $0.append(value) }
    case .double(let value): append(tag: "$double") { $0.append(value) }
    case .date(let value): append(tag: "$date") { $0.append(value) }
    case .data(let value): value.withUnsafeBytes { append(tag: "$data", data: $0) }
    case .uuid(let value): append(tag: "$uuid") { $0.append(string: value.description) }
    case .decimal(let value): append(tag: "$decimal") { $0.append(value) }
    case .url(let value): append(tag: "$url") { $0.append(string: value) }
    case .array(let values):
      append(raw: "[")
      for (index, value) in values.enumerated() {
        if index > 0 { append(raw: ",") }
        append(value)
      }
      append(raw: "]")
    case .object(let entries):
      append(raw: "{")
      for (index, entry) in entries.enumerated() {
        if index > 0 { append(raw: ",") }
        // A key of the value's own never looks like a tag.
        append(string: entry.key.utf8.first == UInt8(ascii: "$") ? "$" + entry.key : entry.key)
        append(raw: ":")
        append(entry.value)
      }
      append(raw: "}")
    }
  }

  private mutating func append(tag: StaticString, _ body: (inout JSONBytes) -> Void) {
    append(raw: "{\"")
    append(raw: tag)
    append(raw: "\":")
    body(&self)
    append(raw: "}")
  }

  private mutating func append(tag: StaticString, data: UnsafeRawBufferPointer) {
    append(tag: tag) { $0.append(data: data) }
  }
}
