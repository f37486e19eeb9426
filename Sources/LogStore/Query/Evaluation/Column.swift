/// One property as a compiled filter reads it: its place in each layout, looked up once a layout.
final class Column {
  /// The attribute or to-one relationship.
  let property: PropertyID
  /// Its value in records whose layout does not have it, while the entity has the attribute.
  let defaultValue: StoredValue
  /// Whether this is a to-many relationship, which records do not hold.
  let isToMany: Bool
  /// How values of the attribute lie in records written today; nil for what the catalog does not know.
  let kind: ValueKind?
  private let owner: EntityID?
  private let catalog: Catalog
  // A raw table: a class's array costs an exclusivity check and a retain a read, more than the read itself.
  private let slots: UnsafeMutablePointer<FieldSlot>
  private let slotCount: Int

  init(_ property: PropertyID, catalog: Catalog) {
    self.property = property
    self.catalog = catalog
    let attribute = catalog.attribute(property)
    defaultValue = attribute?.defaultValue ?? .null
    let relationship = catalog.relationship(property)
    isToMany = relationship?.isToMany ?? false
    kind = attribute?.kind ?? (relationship == nil || isToMany ? nil : .reference)
    owner = catalog.owner(of: property)
    slotCount = Int(catalog.layouts.last?.id.rawValue ?? 0) + 1
    slots = .allocate(capacity: slotCount)
    slots.initialize(repeating: FieldSlot(), count: slotCount)
  }

  deinit { slots.deallocate() }

  /// Name for messages.
  var name: String { catalog.name(of: property) }

  /// The place of the property in records of a layout.
  @inline(__always)
  func slot(in layout: RecordLayout) -> FieldSlot {
    let index = Int(layout.id.rawValue)
    if index < slotCount {
      let slot = slots[index]
      if slot.state != .unknown { return slot }
    }
    return resolve(layout)
  }

  /// The value in a record.
  func value(in record: RecordView) -> StoredValue {
    let slot = slot(in: record.layout)
    return slot.state == .stored ? record.value(Int(slot.field)) : fallback(for: record.layout.entity)
  }

  /// The value in records of an entity whose layout does not have the property: null if the entity does not
  /// have it either.
  func fallback(for entity: EntityID) -> StoredValue {
    guard let owner, catalog.isKind(entity, of: owner) else { return .null }
    return defaultValue
  }

  @inline(never)
  private func resolve(_ layout: RecordLayout) -> FieldSlot {
    var slot = FieldSlot()
    if let field = layout.fieldIndex(of: property) {
      slot.state = .stored
      slot.presenceByte = UInt16(truncatingIfNeeded: field >> 3)
      slot.presenceMask = 1 << UInt8(truncatingIfNeeded: field & 7)
      slot.kind = layout.fields[field].kind
      slot.field = UInt16(truncatingIfNeeded: field)
      slot.offset = layout.positions[field]
    } else {
      slot.state = .missing
    }
    let index = Int(layout.id.rawValue)
    if index < slotCount { slots[index] = slot }
    return slot
  }
}
