/// How the values of a property lie in index keys.
enum KeyShape: UInt8, Sendable, Hashable {
  case bool, integer, floating, uuid, decimal, text, bytes

  /// The shape of the values of a kind.
  init(_ kind: ValueKind) {
    switch kind {
    case .bool: self = .bool
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .reference, .orderKey:
      self = .integer
    case .float, .double, .date: self = .floating
    case .uuid: self = .uuid
    case .decimal: self = .decimal
    case .string, .url: self = .text
    case .data, .structured, .opaque, .sealed, .external: self = .bytes
    }
  }

  /// Whether key bytes are in the order that sorting gives the values.
  var isOrdered: Bool { self != .bytes }

  /// Most bytes that a value of a kind takes; nil if there is no bound below that of a short key.
  static func size(of kind: ValueKind) -> Int? {
    switch KeyShape(kind) {
    case .bool: 1
    case .integer: kind.width.map { $0 + 1 }
    case .floating: 8
    case .uuid: 17
    case .decimal, .text, .bytes: nil
    }
  }
}
