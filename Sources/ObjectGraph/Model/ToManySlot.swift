/// A to-many relationship inside an object. The targets stand in a storage of their own, made when the
/// program assigns some or when the relationship is read.
public struct _ToManySlot<T: PersistentModel> {
  let storage: ToManyStorage?

  /// A slot that is not loaded.
  public init() { storage = nil }

  /// A slot that the program fills.
  public init(_ targets: [T]) { storage = targets.isEmpty ? nil : TypedToManyStorage(targets) }

  /// The targets in order; deleted ones and ones that cannot be read are left out.
  public func get<M: PersistentModel>(_ object: M, _ index: Int) -> [T] {
    if object._$header.has(.tracer) { return Tracer.followMany(object, index, T.self) }
    _observeRead(object, index)
    return GraphLinks.members(object, index, storage)
  }

  /// The slot again, after the new targets were taken and both ends were told; nil if nothing changed.
  public func willSet<M: PersistentModel>(_ object: M, _ index: Int, _ newTargets: [T]) -> Self? {
    GraphLinks.assign(object, index, storage, newTargets) ? self : nil
  }

  /// Tells observers that the new targets are in place.
  @inlinable
  public func didSet<M: PersistentModel>(_ object: M, _ index: Int) { _didChange(object, index) }

  /// The targets, out of their storage, so that the caller's array is the only reference to the buffer.
  public func beginModify<M: PersistentModel>(_ object: M, _ index: Int) -> [T] {
    GraphLinks.takeMembers(object, index, storage)
  }

  /// Nothing to give up: `beginModify` has taken the array.
  @inlinable
  public mutating func vacate() {}

  /// Nothing to take back; `endModify` does it.
  @inlinable
  public mutating func refill(_ newTargets: [T]) {}

  /// Puts the changed array back and tells both ends what is new.
  public func endModify<M: PersistentModel>(_ object: M, _ index: Int, _ newTargets: [T]) {
    GraphLinks.returnMembers(object, index, storage, newTargets)
    _didChange(object, index)
  }

  /// Records do not hold to-many relationships.
  public func encode(into record: inout _RecordEncoder) { record.skip() }

  /// Records do not hold to-many relationships.
  public mutating func decode(from record: inout _RecordDecoder) { record.index &+= 1 }
}
