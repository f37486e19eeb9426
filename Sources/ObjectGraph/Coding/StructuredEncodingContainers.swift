import Foundation

/// Fields of an object under construction.
struct StructuredKeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: StructuredEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func put(_ node: StructuredNode, _ key: Key) { encoder.append(.node(node), for: key.stringValue) }

  func encodeNil(forKey key: Key) { put(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { put(.bool(value), key) }
  func encode(_ value: String, forKey key: Key) { put(.string(value), key) }
  func encode(_ value: Double, forKey key: Key) { put(.double(value), key) }
  func encode(_ value: Float, forKey key: Key) { put(.float(value), key) }
  func encode(_ value: Int, forKey key: Key) { put(.int(Int64(value)), key) }
  func encode(_ value: Int8, forKey key: Key) { put(.int(Int64(value)), key) }
  func encode(_ value: Int16, forKey key: Key) { put(.int(Int64(value)), key) }
  func encode(_ value: Int32, forKey key: Key) { put(.int(Int64(value)), key) }
  func encode(_ value: Int64, forKey key: Key) { put(.int(Int64(value)), key) }
  func encode(_ value: UInt, forKey key: Key) { put(.uint(UInt64(value)), key) }
  func encode(_ value: UInt8, forKey key: Key) { put(.uint(UInt64(value)), key) }
  func encode(_ value: UInt16, forKey key: Key) { put(.uint(UInt64(value)), key) }
  func encode(_ value: UInt32, forKey key: Key) { put(.uint(UInt64(value)), key) }
  func encode(_ value: UInt64, forKey key: Key) { put(.uint(UInt64(value)), key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    put(try StructuredEncoder.encode(value, codingPath: codingPath + [key]), key)
  }

  private func child(_ name: String, _ key: any CodingKey) -> StructuredEncoder {
    let child = StructuredEncoder(codingPath: codingPath + [key])
    encoder.append(.encoder(child), for: name)
    return child
  }

  func nestedContainer<N: CodingKey>(keyedBy: N.Type, forKey key: Key) -> KeyedEncodingContainer<N> {
    child(key.stringValue, key).container(keyedBy: N.self)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key.stringValue, key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { child("super", StructuredKey(stringValue: "super")) }

  func superEncoder(forKey key: Key) -> any Encoder { child(key.stringValue, key) }
}

/// Elements of an array under construction.
struct StructuredUnkeyedEncoder: UnkeyedEncodingContainer {
  let encoder: StructuredEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  private func put(_ node: StructuredNode) { encoder.append(.node(node)) }

  func encodeNil() { put(.null) }
  func encode(_ value: Bool) { put(.bool(value)) }
  func encode(_ value: String) { put(.string(value)) }
  func encode(_ value: Double) { put(.double(value)) }
  func encode(_ value: Float) { put(.float(value)) }
  func encode(_ value: Int) { put(.int(Int64(value))) }
  func encode(_ value: Int8) { put(.int(Int64(value))) }
  func encode(_ value: Int16) { put(.int(Int64(value))) }
  func encode(_ value: Int32) { put(.int(Int64(value))) }
  func encode(_ value: Int64) { put(.int(Int64(value))) }
  func encode(_ value: UInt) { put(.uint(UInt64(value))) }
  func encode(_ value: UInt8) { put(.uint(UInt64(value))) }
  func encode(_ value: UInt16) { put(.uint(UInt64(value))) }
  func encode(_ value: UInt32) { put(.uint(UInt64(value))) }
  func encode(_ value: UInt64) { put(.uint(UInt64(value))) }

  func encode<T: Encodable>(_ value: T) throws {
    put(try StructuredEncoder.encode(value, codingPath: codingPath + [StructuredKey(intValue: count)]))
  }

  private func child() -> StructuredEncoder {
    let child = StructuredEncoder(codingPath: codingPath + [StructuredKey(intValue: count)])
    encoder.append(.encoder(child))
    return child
  }

  func nestedContainer<N: CodingKey>(keyedBy: N.Type) -> KeyedEncodingContainer<N> {
    child().container(keyedBy: N.self)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }

  func superEncoder() -> any Encoder { child() }
}

/// A value that stands alone.
struct StructuredSingleEncoder: SingleValueEncodingContainer {
  let encoder: StructuredEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.set(.null) }
  func encode(_ value: Bool) { encoder.set(.bool(value)) }
  func encode(_ value: String) { encoder.set(.string(value)) }
  func encode(_ value: Double) { encoder.set(.double(value)) }
  func encode(_ value: Float) { encoder.set(.float(value)) }
  func encode(_ value: Int) { encoder.set(.int(Int64(value))) }
  func encode(_ value: Int8) { encoder.set(.int(Int64(value))) }
  func encode(_ value: Int16) { encoder.set(.int(Int64(value))) }
  func encode(_ value: Int32) { encoder.set(.int(Int64(value))) }
  func encode(_ value: Int64) { encoder.set(.int(Int64(value))) }
  func encode(_ value: UInt) { encoder.set(.uint(UInt64(value))) }
  func encode(_ value: UInt8) { encoder.set(.uint(UInt64(value))) }
  func encode(_ value: UInt16) { encoder.set(.uint(UInt64(value))) }
  func encode(_ value: UInt32) { encoder.set(.uint(UInt64(value))) }
  func encode(_ value: UInt64) { encoder.set(.uint(UInt64(value))) }

  func encode<T: Encodable>(_ value: T) throws {
    encoder.set(try StructuredEncoder.encode(value, codingPath: codingPath))
  }
}

/// A coding key made at run time.
struct StructuredKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = Int(stringValue)
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
