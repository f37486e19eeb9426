import Foundation
import LogStore

/// Captured values as the store keeps them.
enum ScalarValue {
  /// The stored form of a value; nil if it has none that compares as the value does.
  ///
  /// - Parameter store: The store that is asked; identifiers of other stores match nothing there.
  static func stored<T>(_ value: T, store: StoreID?) -> StoredValue? {
    // The usual types, without a search for conformances.
    if T.self == String.self { return (value as? String).map { .string($0) } }
    if T.self == Int.self { return (value as? Int).map { .int(Int64($0)) } }
    if T.self == Bool.self { return (value as? Bool).map { .bool($0) } }
    if T.self == Date.self { return (value as? Date).map { .date($0.timeIntervalSinceReferenceDate) } }
    if T.self == UUID.self { return (value as? UUID).map { .uuid(UUIDBytes($0)) } }
    if T.self == Double.self { return (value as? Double).map { .double($0) } }
    return stored(any: value, store: store)
  }

  /// The stored form of a value of any type.
  static func stored(any value: Any, store: StoreID?) -> StoredValue? {
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.payload else {
        return ScalarType.kind(of: type(of: optional)) == nil ? nil : .null
      }
      return stored(any: wrapped, store: store)
    }
    switch value {
    case let value as String: return .string(value)
    case let value as Bool: return .bool(value)
    case let value as Int: return .int(Int64(value))
    case let value as Double: return .double(value)
    case let value as Date: return .date(value.timeIntervalSinceReferenceDate)
    case let value as UUID: return .uuid(UUIDBytes(value))
    case let value as Int64: return .int(value)
    case let value as Int32: return .int(Int64(value))
    case let value as Int16: return .int(Int64(value))
    case let value as Int8: return .int(Int64(value))
    case let value as UInt: return .uint(UInt64(value))
    case let value as UInt64: return .uint(value)
    case let value as UInt32: return .uint(UInt64(value))
    case let value as UInt16: return .uint(UInt64(value))
    case let value as UInt8: return .uint(UInt64(value))
    case let value as Float: return .float(value)
    case let value as Decimal: return .decimal(DecimalBytes(value))
    case let value as Data: return .data(Array(value))
    // A URL with a base differs from the absolute one that the store gives back.
    case let value as URL: return value.baseURL == nil ? .url(value.absoluteString) : nil
    case let value as PersistentIdentifier: return .reference(reference(value, store))
    case let value as any RawRepresentable: return raw(value, store)
    default: return nil
    }
  }

  /// The elements of a captured collection; nil if one has no stored form.
  static func elements<S: Sequence>(of sequence: S, store: StoreID?) -> [StoredValue]? {
    guard ScalarType.kind(of: S.Element.self) != nil else { return nil }
    var values: [StoredValue] = []
    values.reserveCapacity(sequence.underestimatedCount)
    for element in sequence {
      guard let value = stored(element, store: store) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func reference(_ identifier: PersistentIdentifier, _ store: StoreID?) -> ObjectID {
    // Ids are dense and never come near the highest bit.
    if let store, identifier.storeID != store {
      return ObjectID(rawValue: identifier.objectID.rawValue | 1 << 63)
    }
    return identifier.objectID
  }

  private static func raw<T: RawRepresentable>(_ value: T, _ store: StoreID?) -> StoredValue? {
    guard ScalarType.kind(of: T.RawValue.self) != nil else { return nil }
    return stored(any: value.rawValue, store: store)
  }
}
