import Foundation
import LogStore

/// The types whose values have a record kind of their own, and which of them are compared as the store does.
enum ScalarType {
  private static let kinds: [ObjectIdentifier: ValueKind] = {
    var kinds: [ObjectIdentifier: ValueKind] = [:]
    func add<T>(_ type: T.Type, _ kind: ValueKind) {
      kinds[ObjectIdentifier(type)] = kind
      kinds[ObjectIdentifier(T?.self)] = kind
    }
    add(Bool.self, .bool)
    add(Int.self, .int64)
    add(Int8.self, .int8)
    add(Int16.self, .int16)
    add(Int32.self, .int32)
    add(Int64.self, .int64)
    add(UInt.self, .uint64)
    add(UInt8.self, .uint8)
    add(UInt16.self, .uint16)
    add(UInt32.self, .uint32)
    add(UInt64.self, .uint64)
    add(Float.self, .float)
    add(Double.self, .double)
    add(String.self, .string)
    add(Date.self, .date)
    add(UUID.self, .uuid)
    add(Data.self, .data)
    add(URL.self, .url)
    add(Decimal.self, .decimal)
    add(PersistentIdentifier.self, .reference)
    return kinds
  }()

  /// The kind of a type whose equality is that of stored values: a scalar, an enum by its raw value, or an
  /// optional of one.
  static func kind(of type: Any.Type) -> ValueKind? {
    if let kind = kinds[ObjectIdentifier(type)] { return kind }
    if let optional = type as? any OptionalValue.Type { return kind(of: optional.payloadType) }
    if let raw = type as? any RawRepresentable.Type { return kind(of: rawType(raw)) }
    return nil
  }

  /// The kind of a type whose order is that of stored values. An enum may have an order of its own.
  static func orderedKind(of type: Any.Type) -> ValueKind? {
    guard let kind = kinds[ObjectIdentifier(type)], kind != .reference else { return nil }
    return kind
  }

  /// The kind of a type whose arithmetic the store can do.
  static func arithmeticKind(of type: Any.Type) -> ValueKind? {
    switch kinds[ObjectIdentifier(type)] {
    case .int8?, .int16?, .int32?, .int64?, .uint8?, .uint16?, .uint32?, .uint64?, .float?, .double?:
      kinds[ObjectIdentifier(type)]
    default: nil
    }
  }

  private static func rawType<T: RawRepresentable>(_ type: T.Type) -> Any.Type { T.RawValue.self }
}
