/// Tells the context and the observers of an object that a property is about to change.
///
/// The fast paths: an object that no context knows and nobody observes; and one whose context knows already
/// that it changed since the last query.
@inlinable
public func _markChange<M: PersistentModel>(_ object: M, _ index: Int) {
  if object._$header._extra == nil {
    if object._$header._context == nil { return }
    let state = object._$header._state
    if state & 32 != 0, state & 12 != 0 {
      object._$header._mask |= 1 &<< UInt64(truncatingIfNeeded: index < 63 ? index : 63)
      return
    }
  }
  _willChange(object, index)
}

/// The slow path of `_markChange`.
@usableFromInline
func _willChange(_ object: any PersistentModel, _ index: Int) {
  if let context = object._$header.context { context.noteChange(object, index) }
  object._$header._extra?.registrar?.willSet(index)
}

/// Tells the observers of an object that a property has changed.
@inlinable
public func _didChange<M: PersistentModel>(_ object: M, _ index: Int) {
  if let registrar = object._$header._extra?.registrar { registrar.didSet(index) }
}

/// The same for an object of any class.
func didChangeAny(_ object: any PersistentModel, _ index: Int) {
  object._$header._extra?.registrar?.didSet(index)
}

/// The registered object with an id, read from the store if need be; nil if it is gone or unreadable.
@usableFromInline
func _resolve(_ id: UInt64, _ context: Unmanaged<ModelContext>) -> AnyObject? {
  context._withUnsafeGuaranteedRef { $0.resolve(id) }
}
