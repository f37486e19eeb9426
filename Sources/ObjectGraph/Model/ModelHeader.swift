import LogStore

/// What the library keeps with each object, in a stored property of its root class.
///
/// Held small: an object that is registered, clean and unobserved pays for these words only; everything
/// rare stands behind `_extra`.
public struct _ModelHeader {
  @usableFromInline var _context: Unmanaged<ModelContext>?
  var entity: Unmanaged<EntityDescriptor>?
  @usableFromInline var _id: UInt64
  @usableFromInline var _mask: UInt64
  @usableFromInline var _extra: ModelExtra?
  @usableFromInline var _state: UInt8

  /// The header of an object that no context knows.
  public init() {
    _context = nil
    entity = nil
    _id = 0
    _mask = 0
    _extra = nil
    _state = 0
  }

  /// The header of an object that is made from a record.
  public init(_ backing: _Backing) {
    _context = backing.context
    entity = backing.entity
    _id = backing.id
    _mask = 0
    _extra = nil
    _state = backing.state.rawValue
  }

  /// Whether reads and writes go to another object.
  @inlinable public var isForwarding: Bool { _state & 1 != 0 }

  /// The context, which clears this pointer in every registered object when it goes.
  var context: ModelContext? { _context?.takeUnretainedValue() }

  var entityName: String? { entity?.takeUnretainedValue().name }

  var storeID: StoreID? {
    _context?._withUnsafeGuaranteedRef { $0.store.identifier } ?? _extra?.former?.store.identifier
  }

  /// Whether the object is stored, but no context has it any more.
  var isStoredOrphan: Bool { has(.orphaned) && !has(.inserted) }

  func has(_ state: ModelState) -> Bool { _state & state.rawValue != 0 }

  mutating func add(_ state: ModelState) { _state |= state.rawValue }

  mutating func remove(_ state: ModelState) { _state &= ~state.rawValue }
}

/// The object that an upsert merged `object` into.
public func _survivor<M: PersistentModel>(of object: M) -> M? {
  var next = object._$header._extra?.forward
  while let current = next, current._$header.isForwarding { next = current._$header._extra?.forward }
  return next as? M
}
