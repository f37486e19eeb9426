public import Observation

/// A class whose objects a `ModelContext` can keep in a store. `@Model` writes the conformance.
///
/// Equality and hash are those of the instance: a context has one instance for each stored object.
/// Members that start with `_$` belong to the generated code.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// What the library keeps with each object.
  var _$header: _ModelHeader { get set }
  /// Makes an object whose slots are empty; they are filled from a record afterwards.
  init(_$backing: _Backing)
  /// Writes all slots in order of declaration, the root's first.
  func _$encode(into record: inout _RecordEncoder)
  /// Fills all slots in the order of `_$encode`.
  func _$decode(from record: inout _RecordDecoder)
  /// Shows all slots to a walk of the library.
  func _$visit(_ visitor: inout _SlotVisitor)
  /// Describes the class and the model classes above it, the root first.
  static func _$describe(into schema: inout _EntityBuilder)
}

extension PersistentModel {
  /// The permanent identity of the object, given when it is inserted. Before that it is a value that
  /// differs from those of all other living objects and means nothing to a store.
  public var persistentModelID: PersistentIdentifier { identifier(of: self) }

  /// The identity that `Identifiable` asks for, unless the class has an `id` of its own.
  public var id: PersistentIdentifier { persistentModelID }

  /// The context that the object is registered with; nil before insertion, after a saved deletion, and
  /// when the context is gone. Then the values of the object stay as they were, its relationships are still
  /// read from the store, and changes of it cannot be saved.
  public var modelContext: ModelContext? { _$header.context }

  /// Whether the object has changes that are not saved.
  public var hasChanges: Bool {
    guard let context = _$header.context else { return false }
    return context.isChanged(self)
  }

  /// Whether the object was deleted and the deletion is not saved yet.
  public var isDeleted: Bool { _$header.has(.deleted) }

  /// What went wrong when a value of the object could not be read; nil as a rule.
  public var loadFailure: ObjectGraphError? { _$header._extra?.failure }

  /// Whether both are the same instance.
  public static func == (a: Self, b: Self) -> Bool { a === b }

  /// Feeds the identity of the instance.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The identity of any object, registered or not.
func identifier(of object: any PersistentModel) -> PersistentIdentifier {
  let header = object._$header
  if header.has(.forwarding), let survivor = header._extra?.forward { return identifier(of: survivor) }
  if header.has(.tracer) { header._extra?.recorder?.recordIdentity(of: object) }
  if header.has(.gone), let identity = header._extra?.identity { return identity }
  if header._id != 0, let store = header.storeID {
    let name = header.entityName ?? ModelShape.name(of: type(of: object))
    return PersistentIdentifier(store: store, entityName: name, number: header._id)
  }
  let address = UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue))
  return PersistentIdentifier(
    store: .unregistered,
    entityName: String(describing: type(of: object)),
    number: address
  )
}
