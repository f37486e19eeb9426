/// A to-many relationship declared as an optional array. Absent and empty are the same in the store; reading
/// gives an empty array.
public struct _OptionalToManySlot<T: PersistentModel> {
  let base: _ToManySlot<T>

  /// A slot that is not loaded.
  public init() { base = _ToManySlot() }

  /// A slot that the program fills.
  public init(_ targets: [T]?) { base = _ToManySlot(targets ?? []) }

  private init(base: _ToManySlot<T>) { self.base = base }

  /// The targets in order.
  public func get<M: PersistentModel>(_ object: M, _ index: Int) -> [T]? { base.get(object, index) }

  /// The slot again after the change, or nil if nothing changed.
  public func willSet<M: PersistentModel>(_ object: M, _ index: Int, _ newTargets: [T]?) -> Self? {
    base.willSet(object, index, newTargets ?? []).map { Self(base: $0) }
  }

  /// Tells observers that the new targets are in place.
  @inlinable
  public func didSet<M: PersistentModel>(_ object: M, _ index: Int) { _didChange(object, index) }

  /// The targets, out of their storage.
  public func beginModify<M: PersistentModel>(_ object: M, _ index: Int) -> [T]? {
    base.beginModify(object, index)
  }

  /// Nothing to give up.
  @inlinable
  public mutating func vacate() {}

  /// Nothing to take back; `endModify` does it.
  @inlinable
  public mutating func refill(_ newTargets: [T]?) {}

  /// Puts the changed array back and tells both ends what is new.
  public func endModify<M: PersistentModel>(_ object: M, _ index: Int, _ newTargets: [T]?) {
    base.endModify(object, index, newTargets ?? [])
  }

  /// Records do not hold to-many relationships.
  public func encode(into record: inout _RecordEncoder) { record.skip() }

  /// Records do not hold to-many relationships.
  public mutating func decode(from record: inout _RecordDecoder) { record.index &+= 1 }
}
