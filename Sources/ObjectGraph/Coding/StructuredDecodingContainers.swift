import Foundation

/// Fields of a stored object.
struct StructuredKeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [String: StructuredNode]
  let codingPath: [any CodingKey]
  var allKeys: [Key] { fields.keys.sorted().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

  private func decoder(_ key: Key) throws -> StructuredDecoder {
    guard let node = fields[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "the stored value has no \(key.stringValue)")
      )
    }
    return StructuredDecoder(node, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if case .null = try decoder(key).node { return true }
    return false
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).bool(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).string(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).floating(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder(key).floating(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).integer(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder(key).integer(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder(key).integer(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder(key).integer(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).integer(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder(key).integer(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder(key).integer(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder(key).integer(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder(key).integer(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder(key).integer(type) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let decoder = try decoder(key)
    return try StructuredDecoder.decode(type, from: decoder.node, codingPath: decoder.codingPath)
  }

  func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> KeyedDecodingContainer<
    N
  > {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    StructuredDecoder(fields["super"] ?? .null, codingPath: codingPath)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// Elements of a stored array.
struct StructuredUnkeyedDecoder: UnkeyedDecodingContainer {
  let items: [StructuredNode]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0
  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex >= items.count }

  init(items: [StructuredNode], codingPath: [any CodingKey]) {
    self.items = items
    self.codingPath = codingPath
  }

  /// Hands the next element to a body, and passes over it if the body makes something of it: whoever tries one
  /// type after the other gets the same element each time.
  private mutating func next<Value>(_ body: (StructuredDecoder) throws -> Value) throws -> Value {
    guard currentIndex < items.count else {
      throw DecodingError.valueNotFound(
        Any.self,
        .init(codingPath: codingPath, debugDescription: "the stored array has no more elements")
      )
    }
    let path = codingPath + [StructuredKey(intValue: currentIndex)]
    let value = try body(StructuredDecoder(items[currentIndex], codingPath: path))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard currentIndex < items.count, case .null = items[currentIndex] else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool(type) } }
  mutating func decode(_ type: String.Type) throws -> String { try next { try $0.string(type) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.floating(type) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.floating(type) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.integer(type) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.integer(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.integer(type) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.integer(type) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.integer(type) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.integer(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.integer(type) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.integer(type) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.integer(type) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.integer(type) } }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next { try StructuredDecoder.decode(type, from: $0.node, codingPath: $0.codingPath) }
  }

  mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}

/// A stored value that stands alone.
struct StructuredSingleDecoder: SingleValueDecodingContainer {
  let decoder: StructuredDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    if case .null = decoder.node { return true }
    return false
  }

  func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool(type) }
  func decode(_ type: String.Type) throws -> String { try decoder.string(type) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.floating(type) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.floating(type) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try StructuredDecoder.decode(type, from: decoder.node, codingPath: codingPath)
  }
}
