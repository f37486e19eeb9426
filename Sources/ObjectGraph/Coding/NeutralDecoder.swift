import Foundation

/// Answers every question of a `Decodable` type with a made-up value, so that an object can be made of
/// nothing (to find out what a key path reads, or in place of a value that cannot be read).
struct NeutralDecoder: Decoder {
  /// Counts the values handed out, so that they differ from one another and from round to round.
  final class Source {
    let round: Int
    var depth = 0
    private var next: Int

    init(round: Int) {
      self.round = round
      next = 2 + round * 40
    }

    func number() -> Int {
      next += 1
      return next
    }

    func bool() -> Bool { round != 0 }

    func string() -> String { round < 0 ? "" : "\(number()) is a Tracer text, é" }
  }

  /// Nothing can be made up.
  struct Exhausted: Error {}

  let source: Source
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A made-up value, or nil if the type refuses all of them. A negative round asks for empty ones.
  static func make<T>(_ type: T.Type, round: Int) -> T? {
    if let storable = T.self as? any _StorableValue.Type { return storable._sample(max(round, 0)) as? T }
    guard let decodable = T.self as? any Decodable.Type else { return nil }
    return (try? value(of: decodable, Source(round: round))) as? T
  }

  static func value<T: Decodable>(of type: T.Type, _ source: Source) throws -> T {
    guard source.depth < 32 else { throw Exhausted() }
    source.depth += 1
    defer { source.depth -= 1 }
    if let storable = T.self as? any _StorableValue.Type,
      let value = storable._sample(max(source.round, 0)) as? T
    {
      if T.self == String.self, let text = source.string() as? T { return text }
      return value
    }
    if let enumeration = T.self as? any CaseIterable.Type, let first = firstCase(enumeration) as? T {
      return first
    }
    if let value = try? T(from: NeutralDecoder(source: source)) { return value }
    if let value = firstPattern(T.self) { return value }
    throw Exhausted()
  }

  private static func firstCase<T: CaseIterable>(_ type: T.Type) -> T? { type.allCases.first }

  /// The first case of a trivial enum: all its bits are zero.
  static func firstPattern<T>(_ type: T.Type) -> T? {
    guard _isPOD(T.self), isEnum(type) else { return nil }
    return withUnsafeTemporaryAllocation(
      byteCount: max(MemoryLayout<T>.size, 1),
      alignment: MemoryLayout<T>.alignment
    ) { buffer in
      buffer.initializeMemory(as: UInt8.self, repeating: 0)
      return buffer.baseAddress?.load(as: T.self)
    }
  }

  /// Whether a type is an enum, from the first word of its metadata.
  static func isEnum(_ type: Any.Type) -> Bool {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x201
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(NeutralKeyedDecoder<Key>(source: source))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { NeutralUnkeyedDecoder(source: source) }

  func singleValueContainer() -> any SingleValueDecodingContainer { NeutralSingleDecoder(source: source) }
}

/// Has every key that is asked for.
struct NeutralKeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let source: NeutralDecoder.Source
  var codingPath: [any CodingKey] { [] }

  /// The key of the first case, which is how enums with associated values find out what they are.
  var allKeys: [Key] { NeutralDecoder.firstPattern(Key.self).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { source.round < 0 }
  func decode(_ type: Bool.Type, forKey key: Key) -> Bool { source.bool() }
  func decode(_ type: String.Type, forKey key: Key) -> String { source.string() }
  func decode(_ type: Double.Type, forKey key: Key) -> Double { Double(source.number()) + 0.25 }
  func decode(_ type: Float.Type, forKey key: Key) -> Float { Float(source.number()) + 0.25 }
  func decode(_ type: Int.Type, forKey key: Key) -> Int { Int(truncatingIfNeeded: source.number()) }
  func decode(_ type: Int8.Type, forKey key: Key) -> Int8 { Int8(truncatingIfNeeded: source.number()) }
  func decode(_ type: Int16.Type, forKey key: Key) -> Int16 { Int16(truncatingIfNeeded: source.number()) }
  func decode(_ type: Int32.Type, forKey key: Key) -> Int32 { Int32(truncatingIfNeeded: source.number()) }
  func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { Int64(truncatingIfNeeded: source.number()) }
  func decode(_ type: UInt.Type, forKey key: Key) -> UInt { UInt(truncatingIfNeeded: source.number()) }
  func decode(_ type: UInt8.Type, forKey key: Key) -> UInt8 { UInt8(truncatingIfNeeded: source.number()) }
  func decode(_ type: UInt16.Type, forKey key: Key) -> UInt16 { UInt16(truncatingIfNeeded: source.number()) }
  func decode(_ type: UInt32.Type, forKey key: Key) -> UInt32 { UInt32(truncatingIfNeeded: source.number()) }
  func decode(_ type: UInt64.Type, forKey key: Key) -> UInt64 { UInt64(truncatingIfNeeded: source.number()) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try NeutralDecoder.value(of: type, source)
  }

  func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) -> KeyedDecodingContainer<N> {
    KeyedDecodingContainer(NeutralKeyedDecoder<N>(source: source))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    NeutralUnkeyedDecoder(source: source)
  }

  func superDecoder() -> any Decoder { NeutralDecoder(source: source) }
  func superDecoder(forKey key: Key) -> any Decoder { NeutralDecoder(source: source) }
}

/// An array without elements, which all the same answers a type that reads a fixed number of them.
struct NeutralUnkeyedDecoder: UnkeyedDecodingContainer {
  let source: NeutralDecoder.Source
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }

  init(source: NeutralDecoder.Source) { self.source = source }

  mutating func decodeNil() -> Bool { source.round < 0 }
  mutating func decode(_ type: Bool.Type) -> Bool { source.bool() }
  mutating func decode(_ type: String.Type) -> String { source.string() }
  mutating func decode(_ type: Double.Type) -> Double { Double(source.number()) + 0.25 }
  mutating func decode(_ type: Float.Type) -> Float { Float(source.number()) + 0.25 }
  mutating func decode(_ type: Int.Type) -> Int { Int(truncatingIfNeeded: source.number()) }
  mutating func decode(_ type: Int8.Type) -> Int8 { Int8(truncatingIfNeeded: source.number()) }
  mutating func decode(_ type: Int16.Type) -> Int16 { Int16(truncatingIfNeeded: source.number()) }
  mutating func decode(_ type: Int32.Type) -> Int32 { Int32(truncatingIfNeeded: source.number()) }
  mutating func decode(_ type: Int64.Type) -> Int64 { Int64(truncatingIfNeeded: source.number()) }
  mutating func decode(_ type: UInt.Type) -> UInt { UInt(truncatingIfNeeded: source.number()) }
  mutating func decode(_ type: UInt8.Type) -> UInt8 { UInt8(truncatingIfNeeded: source.number()) }
  mutating func decode(_ type: UInt16.Type) -> UInt16 { UInt16(truncatingIfNeeded: source.number()) }
  mutating func decode(_ type: UInt32.Type) -> UInt32 { UInt32(truncatingIfNeeded: source.number()) }
  mutating func decode(_ type: UInt64.Type) -> UInt64 { UInt64(truncatingIfNeeded: source.number()) }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try NeutralDecoder.value(of: type, source)
  }

  mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) -> KeyedDecodingContainer<N> {
    KeyedDecodingContainer(NeutralKeyedDecoder<N>(source: source))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }
  mutating func superDecoder() -> any Decoder { NeutralDecoder(source: source) }
}

/// One made-up value.
struct NeutralSingleDecoder: SingleValueDecodingContainer {
  let source: NeutralDecoder.Source
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { source.round < 0 }
  func decode(_ type: Bool.Type) -> Bool { source.bool() }
  func decode(_ type: String.Type) -> String { source.string() }
  func decode(_ type: Double.Type) -> Double { Double(source.number()) + 0.25 }
  func decode(_ type: Float.Type) -> Float { Float(source.number()) + 0.25 }
  func decode(_ type: Int.Type) -> Int { Int(truncatingIfNeeded: source.number()) }
  func decode(_ type: Int8.Type) -> Int8 { Int8(truncatingIfNeeded: source.number()) }
  func decode(_ type: Int16.Type) -> Int16 { Int16(truncatingIfNeeded: source.number()) }
  func decode(_ type: Int32.Type) -> Int32 { Int32(truncatingIfNeeded: source.number()) }
  func decode(_ type: Int64.Type) -> Int64 { Int64(truncatingIfNeeded: source.number()) }
  func decode(_ type: UInt.Type) -> UInt { UInt(truncatingIfNeeded: source.number()) }
  func decode(_ type: UInt8.Type) -> UInt8 { UInt8(truncatingIfNeeded: source.number()) }
  func decode(_ type: UInt16.Type) -> UInt16 { UInt16(truncatingIfNeeded: source.number()) }
  func decode(_ type: UInt32.Type) -> UInt32 { UInt32(truncatingIfNeeded: source.number()) }
  func decode(_ type: UInt64.Type) -> UInt64 { UInt64(truncatingIfNeeded: source.number()) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try NeutralDecoder.value(of: type, source) }
}
