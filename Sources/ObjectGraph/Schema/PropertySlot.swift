/// A slot type that can describe itself.
public protocol _PropertySlot {
  /// The kind of property that the slot is for.
  static var _declaration: _SlotDeclaration { get }
}

extension _ToOneSlot: _PropertySlot {
  /// An optional to-one relationship.
  public static var _declaration: _SlotDeclaration { .init(slot: .toOne(T.self), isOptional: true) }
}

extension _RequiredToOneSlot: _PropertySlot {
  /// A required to-one relationship.
  public static var _declaration: _SlotDeclaration { .init(slot: .toOne(T.self), isOptional: false) }
}

extension _ToManySlot: _PropertySlot {
  /// A to-many relationship.
  public static var _declaration: _SlotDeclaration { .init(slot: .toMany(T.self), isOptional: false) }
}

extension _OptionalToManySlot: _PropertySlot {
  /// A to-many relationship that may be absent.
  public static var _declaration: _SlotDeclaration { .init(slot: .toMany(T.self), isOptional: true) }
}

extension _AttributeSlot: _PropertySlot {
  /// An attribute; its record kind is found out here, once for each class.
  public static var _declaration: _SlotDeclaration {
    let wrapped = (Value.self as? any OptionalValue.Type)?.payloadType
    let type = wrapped ?? Value.self
    let typeName = String(reflecting: type)
    let problem = ValueClassifier.problem(of: type)
    return _SlotDeclaration(
      slot: .attribute(ValueClassifier.kind(of: type), typeName: typeName),
      isOptional: wrapped != nil,
      problem: problem
    )
  }
}
