import Foundation
import LogStore

/// Makes values of one type from their stored form.
struct ValueRestorer<T> {
  /// The value; nil if there is none and the type is not optional.
  let restore: (StoredValue) throws -> T?

  /// - Returns: nil if values of the type are not stored, or not in a form that gives them back.
  init?(_ type: T.Type) {
    if let kind = ScalarType.kind(of: type) {
      // An identifier holds more than the store does.
      if kind == .reference { return nil }
      restore = { try Self.scalar($0) }
    } else if let decodable = type as? any Decodable.Type {
      restore = { try Self.structured($0, decodable) }
    } else {
      return nil
    }
  }

  private static func scalar(_ value: StoredValue) throws -> T? {
    switch value {
    case .string(let value): if T.self == String.self { return value as? T }
    case .int(let value): if T.self == Int.self { return Int(value) as? T }
    case .double(let value): if T.self == Double.self { return value as? T }
    case .bool(let value): if T.self == Bool.self { return value as? T }
    default: break
    }
    guard let found = try StoredForm.value(value, as: T.self) else { return nil }
    return found as? T
  }

  private static func structured(_ value: StoredValue, _ type: any Decodable.Type) throws -> T? {
    switch value {
    case .null:
      guard let optional = T.self as? any OptionalValue.Type else { return nil }
      let absent: Any = optional.absent
      return absent as? T
    case .structured(let bytes), .opaque(let bytes):
      do {
        let node = try bytes.withUnsafeBytes { try StructuredNode(reading: $0) }
        return try StructuredDecoder.decode(type, from: node) as? T
      } catch {
        throw FilterFailure("reading a \(T.self): \(error)", property: "")
      }
    default: return nil
    }
  }
}
