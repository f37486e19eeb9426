import Foundation
import LogStore

/// Values of scalar types made from their stored form, without knowing the type.
enum StoredForm {
  /// A value of a type or of the type inside an optional; nil if there is none.
  static func value(_ value: StoredValue, as type: Any.Type) throws -> Any? {
    if let optional = type as? any OptionalValue.Type {
      if value.isNull { return optional.absent }
      return try self.value(value, as: optional.payloadType)
    }
    switch value {
    case .null: return nil
    case .string(let text): if type == String.self { return text }
    case .bool(let flag): if type == Bool.self { return flag }
    case .int(let number): if let found = integer(number, type) { return found }
    case .uint(let number): if let found = integer(number, type) { return found }
    case .float(let number): if type == Float.self { return number }
    case .double(let number): if type == Double.self { return number }
    case .date(let seconds): if type == Date.self { return Date(timeIntervalSinceReferenceDate: seconds) }
    case .uuid(let bytes): if type == UUID.self { return UUID(bytes) }
    case .decimal(let parts): if type == Decimal.self { return Decimal(parts) }
    case .data(let bytes): if type == Data.self { return Data(bytes) }
    case .url(let text): if type == URL.self { return URL(string: text) }
    case .reference, .structured, .opaque: return nil
    }
    guard let raw = type as? any RawRepresentable.Type else { return nil }
    return try self.raw(value, raw)
  }

  private static func integer(_ number: some FixedWidthInteger, _ type: Any.Type) -> Any? {
    (type as? any FixedWidthInteger.Type).flatMap { exactly(number, $0) }
  }

  private static func exactly<I: FixedWidthInteger>(_ number: some FixedWidthInteger, _ type: I.Type) -> Any?
  {
    I(exactly: number)
  }

  private static func raw<T: RawRepresentable>(_ value: StoredValue, _ type: T.Type) throws -> Any? {
    guard let raw = try self.value(value, as: T.RawValue.self) as? T.RawValue else { return nil }
    guard let found = T(rawValue: raw) else {
      throw FilterFailure("reading a \(T.self), which has no case for \(raw)", property: "")
    }
    return found
  }
}
