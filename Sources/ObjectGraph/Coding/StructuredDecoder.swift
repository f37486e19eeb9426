import Foundation

/// Puts a `Codable` value together from a structured value.
struct StructuredDecoder: Decoder {
  let node: StructuredNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ node: StructuredNode, codingPath: [any CodingKey] = []) {
    self.node = node
    self.codingPath = codingPath
  }

  /// Puts together one value.
  static func decode<T: Decodable>(
    _ type: T.Type,
    from node: StructuredNode,
    codingPath: [any CodingKey] = []
  ) throws -> T {
    switch node {
    case .string(let value): if let value = value as? T { return value }
    case .date(let value): if let value = value as? T { return value }
    case .uuid(let value): if let value = value as? T { return value }
    case .data(let value): if let value = value as? T { return value }
    case .url(let value): if let value = value as? T { return value }
    case .decimal(let value): if let value = value as? T { return value }
    default: break
    }
    return try T(from: StructuredDecoder(node, codingPath: codingPath))
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(
      type,
      .init(codingPath: codingPath, debugDescription: "the stored value is of another type")
    )
  }

  func bool(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = node else { throw mismatch(type) }
    return value
  }

  func string(_ type: String.Type) throws -> String {
    guard case .string(let value) = node else { throw mismatch(type) }
    return value
  }

  func floating<F: BinaryFloatingPoint>(_ type: F.Type) throws -> F {
    switch node {
    case .float(let value): return F(value)
    case .double(let value): return F(value)
    default: throw mismatch(type)
    }
  }

  func integer<I: FixedWidthInteger>(_ type: I.Type) throws -> I {
    switch node {
    case .int(let value): if let value = I(exactly: value) { return value }
    case .uint(let value): if let value = I(exactly: value) { return value }
    default: break
    }
    throw mismatch(type)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let fields) = node else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(
      StructuredKeyedDecoder<Key>(
        fields: Dictionary(fields.map { ($0.key, $0.value) }) { $1 },
        codingPath: codingPath
      )
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let items) = node else { throw mismatch([Any].self) }
    return StructuredUnkeyedDecoder(items: items, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    StructuredSingleDecoder(decoder: self)
  }
}
