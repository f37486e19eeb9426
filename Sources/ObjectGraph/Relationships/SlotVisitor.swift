/// A walk over the slots of an object, for the library's own purposes.
public struct _SlotVisitor {
  /// What the walk is for.
  enum Purpose {
    /// Takes the strong references out of relationship slots.
    case collect(UnsafeMutablePointer<LinkCollector>)
    /// Notes all relationship slots.
    case relationships(UnsafeMutablePointer<RelationshipSlots>)
    /// Reads one to-one slot.
    case reference(Int, UnsafeMutablePointer<RelationshipSlots.Reference?>)
    /// Finds one to-many slot.
    case members(Int, UnsafeMutablePointer<ToManyStorage?>)
    /// Takes the value of one attribute apart.
    case structured(UnsafeMutablePointer<FieldSearch>)
  }

  private let purpose: Purpose

  init(_ purpose: Purpose) { self.purpose = purpose }

  /// Shows an attribute.
  public mutating func visit<Value>(_ slot: _AttributeSlot<Value>, _ index: Int) {
    guard case .structured(let search) = purpose, search.pointee.index == index else { return }
    guard let value = slot.value as? any Encodable else { return }
    search.pointee.node = Self.takeApart(value)
  }

  private static func takeApart<T: Encodable>(_ value: T) -> StructuredNode? {
    try? StructuredEncoder.encode(value)
  }

  /// Shows a to-one slot.
  public mutating func visit<T>(_ slot: _ToOneSlot<T>, _ index: Int) { visit(slot.id, slot.link, index) }

  /// Shows a required to-one slot.
  public mutating func visit<T>(_ slot: _RequiredToOneSlot<T>, _ index: Int) {
    visit(slot.base.id, slot.base.link, index)
  }

  /// Shows a to-many slot.
  public mutating func visit<T>(_ slot: _ToManySlot<T>, _ index: Int) { visit(slot.storage, index) }

  /// Shows an optional to-many slot.
  public mutating func visit<T>(_ slot: _OptionalToManySlot<T>, _ index: Int) {
    visit(slot.base.storage, index)
  }

  private func visit(_ id: UInt64, _ link: RelationshipLink?, _ index: Int) {
    switch purpose {
    case .collect(let sink):
      if let object = link?.take() { sink.pointee.objects.append(object) }
    case .relationships(let sink):
      sink.pointee.references.append(.init(index: index, id: id, link: link))
    case .reference(let wanted, let sink):
      if wanted == index { sink.pointee = .init(index: index, id: id, link: link) }
    case .members, .structured: break
    }
  }

  private func visit(_ storage: ToManyStorage?, _ index: Int) {
    switch purpose {
    case .collect(let sink):
      if let storage { sink.pointee.objects.append(contentsOf: storage.takeMembers()) }
    case .relationships(let sink):
      if let storage {
        storage.index = index
        sink.pointee.members.append(storage)
      }
    case .members(let wanted, let sink):
      if wanted == index { sink.pointee = storage }
    case .reference, .structured: break
    }
  }
}

/// The relationship slots of an object.
struct RelationshipSlots {
  /// The content of a to-one slot.
  struct Reference {
    var index: Int
    var id: UInt64
    var link: RelationshipLink?

    /// The object, wherever it is known directly.
    var object: (any PersistentModel)? { link?.object }
  }

  var references: [Reference] = []
  var members: [ToManyStorage] = []
}

extension PersistentModel {
  /// All relationship slots.
  var relationshipSlots: RelationshipSlots {
    var slots = RelationshipSlots()
    withUnsafeMutablePointer(to: &slots) {
      var visitor = _SlotVisitor(.relationships($0))
      _$visit(&visitor)
    }
    for storage in _$header._extra?.toMany ?? [] where !slots.members.contains(where: { $0 === storage }) {
      slots.members.append(storage)
    }
    return slots
  }

  /// One to-one slot.
  func reference(_ index: Int) -> RelationshipSlots.Reference? {
    var reference: RelationshipSlots.Reference?
    withUnsafeMutablePointer(to: &reference) {
      var visitor = _SlotVisitor(.reference(index, $0))
      _$visit(&visitor)
    }
    return reference
  }

  /// One to-many slot, if it has a storage.
  func memberStorage(_ index: Int) -> ToManyStorage? {
    if let storage = _$header._extra?.storage(index) { return storage }
    var storage: ToManyStorage?
    withUnsafeMutablePointer(to: &storage) {
      var visitor = _SlotVisitor(.members(index, $0))
      _$visit(&visitor)
    }
    storage?.index = index
    return storage
  }

  /// Stores a new target in a to-one slot, without notice to anybody.
  func patch(_ index: Int, id: UInt64, link: RelationshipLink?) {
    var core = _RecordDecoder.Core(
      source: .patch(.init(index: index, id: id, link: link)),
      view: nil,
      fields: [],
      entity: nil,
      failure: nil
    )
    withUnsafeMutablePointer(to: &core) {
      var decoder = _RecordDecoder(core: $0, keep: _RecordDecoder.keepAll(but: index))
      _$decode(from: &decoder)
    }
  }
}
