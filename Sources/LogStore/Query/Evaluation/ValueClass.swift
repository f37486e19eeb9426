/// Kinds of values that are compared with one another.
enum ValueClass: UInt8 {
  case bool, signed, unsigned, floating, date, uuid, decimal, reference, string, url, bytes
  /// Kept in another form than values are compared in; belongs with no other class.
  case veiled

  /// The class of the values of a field.
  init(_ kind: ValueKind) {
    switch kind {
    case .bool: self = .bool
    case .int8, .int16, .int32, .int64: self = .signed
    case .uint8, .uint16, .uint32, .uint64, .orderKey: self = .unsigned
    case .float, .double: self = .floating
    case .date: self = .date
    case .uuid: self = .uuid
    case .decimal: self = .decimal
    case .reference: self = .reference
    case .string: self = .string
    case .url: self = .url
    case .data, .structured, .opaque: self = .bytes
    case .sealed, .external: self = .veiled
    }
  }
}
