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
    /// Reads one attribute slot.
    case value(Int, UnsafeMutablePointer<Any?>)
  }

  private let purpose: Purpose

  init(_ purpose: Purpose) { self.purpose = purpose }

  /// Shows an attribute.
  public mutating func visit<Value>(_ slot: _AttributeSlot<Value>, _ index: Int) {
    switch purpose {
    case .structured(let search) where search.pointee.index == index:
      guard let value = slot.value as? any Encodable else { return }
      search.pointee.node = Self.takeApart(value)
    case .value(let wanted, let sink) where wanted == index: sink.pointee = slot.value.map { $0 as Any }
    default: break
    }
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
    case .members, .structured, .value: break
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
    case .reference, .structured, .value: break
    }
  }
}
