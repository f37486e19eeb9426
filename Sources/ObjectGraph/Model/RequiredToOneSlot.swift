/// A to-one relationship whose type is not optional.
public struct _RequiredToOneSlot<T: PersistentModel> {
  @usableFromInline var base: _ToOneSlot<T>

  /// A slot without target, before its record is read.
  @inlinable
  public init() { base = _ToOneSlot() }

  /// A slot that the program fills.
  public init(_ target: T) { base = _ToOneSlot(target) }

  init(_ base: _ToOneSlot<T>) { self.base = base }

  /// The target. If it is missing, an object that stands for it: its values are neutral, and it is never
  /// saved.
  @inlinable
  public func get<M: PersistentModel>(_ object: M, _ index: Int) -> T {
    base.get(object, index) ?? Self.missing()
  }

  @usableFromInline
  static func missing() -> T { Tracer.placeholder(T.self) }

  /// The slot with a new target after both ends were told, or nil if it is the same.
  public func willSet<M: PersistentModel>(_ object: M, _ index: Int, _ newTarget: T) -> Self? {
    base.willSet(object, index, newTarget).map { Self($0) }
  }

  /// Tells observers that the new target is in place.
  @inlinable
  public func didSet<M: PersistentModel>(_ object: M, _ index: Int) { _didChange(object, index) }

  /// The target, to be replaced in place.
  public func beginModify<M: PersistentModel>(_ object: M, _ index: Int) -> T { get(object, index) }

  /// Nothing to give up.
  @inlinable
  public mutating func vacate() {}

  /// Nothing to take back; `endModify` does it.
  @inlinable
  public mutating func refill(_ newTarget: T) {}

  /// Treats the value left behind as an assignment.
  public func endModify<M: PersistentModel>(_ object: M, _ index: Int, _ newTarget: T) {
    GraphLinks.assignInPlace(object, index, newTarget)
  }

  /// Writes the id.
  public func encode(into record: inout _RecordEncoder) { base.encode(into: &record) }

  /// Reads the id, or takes a new target.
  public mutating func decode(from record: inout _RecordDecoder) { base.decode(from: &record) }
}
