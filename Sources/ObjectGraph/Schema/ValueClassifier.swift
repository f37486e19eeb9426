import LogStore

/// Finds the record kind of an attribute's type, with casts that are affordable only here.
enum ValueClassifier {
  /// The record kind of a type that is not optional.
  static func kind(of type: Any.Type) -> ValueKind {
    if let storable = type as? any _StorableValue.Type { return kind(storable) }
    if let raw = type as? any RawRepresentable.Type, let storable = rawType(raw) { return kind(storable) }
    if NeutralDecoder.isEnum(type) { return .opaque }
    guard let codable = type as? any (Decodable & Encodable).Type, let node = node(of: codable) else {
      return .opaque
    }
    switch node {
    case .object, .array: return .structured
    default: return .opaque
    }
  }

  /// Why a type cannot be an attribute: collections of models are relationships in disguise.
  static func problem(of type: Any.Type) -> String? {
    if type is any PersistentModel.Type { return "a model class needs to be a relationship" }
    if let collection = type as? any ModelBearing.Type, let model = collection.model {
      return "\(type) holds \(model) objects: use a to-many relationship, [\(model)]"
    }
    return nil
  }

  private static func kind(_ type: any _StorableValue.Type) -> ValueKind {
    ValueKind(rawValue: type._kind) ?? .opaque
  }

  private static func rawType<T: RawRepresentable>(_ type: T.Type) -> (any _StorableValue.Type)? {
    T.RawValue.self as? any _StorableValue.Type
  }

  private static func node<T: Decodable & Encodable>(of type: T.Type) -> StructuredNode? {
    guard let value = NeutralDecoder.make(type, round: 0) else { return nil }
    return try? StructuredEncoder.encode(value)
  }
}

/// A collection whose elements may be models.
private protocol ModelBearing {
  static var model: (any PersistentModel.Type)? { get }
}

extension Array: ModelBearing {
  fileprivate static var model: (any PersistentModel.Type)? { Element.self as? any PersistentModel.Type }
}

extension Set: ModelBearing {
  fileprivate static var model: (any PersistentModel.Type)? { Element.self as? any PersistentModel.Type }
}

extension Dictionary: ModelBearing {
  fileprivate static var model: (any PersistentModel.Type)? { Value.self as? any PersistentModel.Type }
}
