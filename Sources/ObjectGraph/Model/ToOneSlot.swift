import LogStore

/// An optional to-one relationship inside an object: the id of the target, or a direct link while one of
/// the two ends is not registered.
public struct _ToOneSlot<T: PersistentModel> {
  @usableFromInline var id: UInt64
  @usableFromInline var link: RelationshipLink?

  /// A slot without target.
  @inlinable
  public init() {
    id = 0
    link = nil
  }

  /// A slot that the program fills.
  public init(_ target: T?) {
    id = 0
    link = target.map { RelationshipLink(strong: $0) }
  }

  init(id: UInt64, link: RelationshipLink?) {
    self.id = id
    self.link = link
  }

  /// The target; nil if there is none, or if it is deleted or cannot be read.
  @inlinable
  public func get<M: PersistentModel>(_ object: M, _ index: Int) -> T? {
    if object._$header._state & 2 == 0, link == nil {
      _observeRead(object, index)
      guard let context = object._$header._context else {
        return id == 0 ? nil : getOrphaned(object, index)
      }
      if context._withUnsafeGuaranteedRef({ $0.hasUnverified }) { return getVerified(object, index, context) }
      return id == 0 ? nil : _target(id, context)
    }
    return getDirect(object, index)
  }

  @inlinable
  func _target(_ id: UInt64, _ context: Unmanaged<ModelContext>) -> T? {
    guard let target = _resolve(id, context) else { return nil }
    return target as? T
  }

  /// The target after appends to long lists were compared, which may change it.
  @usableFromInline
  func getVerified(_ object: any PersistentModel, _ index: Int, _ context: Unmanaged<ModelContext>) -> T? {
    context._withUnsafeGuaranteedRef { $0.verifyAppends() }
    guard let id = object.reference(index)?.id, id != 0 else { return nil }
    return _target(id, context)
  }

  /// The target of an object whose context is gone.
  @usableFromInline
  func getOrphaned(_ object: any PersistentModel, _ index: Int) -> T? {
    object._$header._extra?.former?.target(of: object, index, id) as? T
  }

  @usableFromInline
  func getDirect(_ object: any PersistentModel, _ index: Int) -> T? {
    if object._$header.has(.tracer) { return Tracer.follow(object, index, T.self) }
    _observeRead(object, index)
    guard let link, let target = link.object else { return nil }
    if !link.isStrong, !UnregisteredLinks.isHeld(object, by: target, index) { return nil }
    return target._$header.has(.deleted) ? nil : target as? T
  }

  /// The slot with a new target after both ends were told, or nil if it is the same.
  public func willSet<M: PersistentModel>(_ object: M, _ index: Int, _ newTarget: T?) -> Self? {
    guard let value = GraphLinks.assign(object, index, id, link, newTarget) else { return nil }
    return Self(id: value.id, link: value.link)
  }

  /// Tells observers that the new target is in place.
  @inlinable
  public func didSet<M: PersistentModel>(_ object: M, _ index: Int) { _didChange(object, index) }

  /// The target, to be replaced in place.
  public func beginModify<M: PersistentModel>(_ object: M, _ index: Int) -> T? { get(object, index) }

  /// Nothing to give up.
  @inlinable
  public mutating func vacate() {}

  /// Nothing to take back; `endModify` does it.
  @inlinable
  public mutating func refill(_ newTarget: T?) {}

  /// Treats the value left behind as an assignment.
  public func endModify<M: PersistentModel>(_ object: M, _ index: Int, _ newTarget: T?) {
    GraphLinks.assignInPlace(object, index, newTarget)
  }

  /// Writes the id.
  public func encode(into record: inout _RecordEncoder) {
    record.append(reference: link?.object.map { $0._$header._id } ?? id)
  }

  /// Reads the id, or takes a new target.
  public mutating func decode(from record: inout _RecordDecoder) {
    guard record.wants() else { return }
    switch record.core.pointee.source {
    case .record:
      link = nil
      id = record.field().map { record.view.reference($0).rawValue } ?? 0
    case .neutral: record.index &+= 1
    case .patch(let patch):
      if patch.index == record.index {
        id = patch.id
        link = patch.link
      }
      record.index &+= 1
    }
  }
}
