// Which kind of slot a property has is decided by overload resolution on the peer's initial value, which is
// never evaluated. Relationship spellings come first; a model that is itself Codable must not become a value.

/// The slot of an attribute.
@_disfavoredOverload
public func _slot<Value: Codable>(_ type: Value.Type) -> _AttributeSlot<Value> { .init() }

/// The slot of an optional to-one relationship.
public func _slot<T: PersistentModel>(_ type: T?.Type) -> _ToOneSlot<T> { .init() }

/// The slot of a required to-one relationship.
public func _slot<T: PersistentModel>(_ type: T.Type) -> _RequiredToOneSlot<T> { .init() }

/// The slot of a to-many relationship.
public func _slot<T: PersistentModel>(_ type: [T].Type) -> _ToManySlot<T> { .init() }

/// The slot of a to-many relationship that may be absent.
public func _slot<T: PersistentModel>(_ type: [T]?.Type) -> _OptionalToManySlot<T> { .init() }

/// Refuses sets of models.
@available(*, unavailable, message: "a to-many relationship is an array: use [Model] instead of Set<Model>")
public func _slot<T: PersistentModel>(_ type: Set<T>.Type) -> _ToManySlot<T> { .init() }

/// Refuses sets of models.
@available(*, unavailable, message: "a to-many relationship is an array: use [Model]? instead of Set<Model>?")
public func _slot<T: PersistentModel>(_ type: Set<T>?.Type) -> _OptionalToManySlot<T> { .init() }

/// Refuses types that are neither values nor models.
@_disfavoredOverload
@available(
  *,
  unavailable,
  message: """
    a persistent property needs a Codable type or a @Model class: make the type Codable, or mark it @Transient
    """
)
public func _slot<Value>(_ type: Value.Type, _ unsupported: Void = ()) -> _AttributeSlot<Value> { .init() }

/// The slot of an attribute with an inferred type.
@_disfavoredOverload
public func _slot<Value: Codable>(of witness: @autoclosure () throws -> Value) -> _AttributeSlot<Value> {
  .init()
}

/// The slot of an optional to-one relationship with an inferred type.
public func _slot<T: PersistentModel>(of witness: @autoclosure () throws -> T?) -> _ToOneSlot<T> { .init() }

/// The slot of a required to-one relationship with an inferred type.
public func _slot<T: PersistentModel>(of witness: @autoclosure () throws -> T) -> _RequiredToOneSlot<T> {
  .init()
}

/// The slot of a to-many relationship with an inferred type.
public func _slot<T: PersistentModel>(of witness: @autoclosure () throws -> [T]) -> _ToManySlot<T> {
  .init()
}

/// The slot of a to-many relationship with an inferred type that may be absent.
public func _slot<T: PersistentModel>(
  of witness: @autoclosure () throws -> [T]?
) -> _OptionalToManySlot<T> {
  .init()
}
