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
  private let sealing: Sealing?
  // A raw table: a class's array costs an exclusivity check and a retain a read, more than the read itself.
  private let slots: UnsafeMutablePointer<FieldSlot>
  private let slotCount: Int

  init(_ property: PropertyID, _ catalog: Catalog, _ sealing: Sealing?) {
    self.property = property
    self.catalog = catalog
    self.sealing = sealing
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

  /// The value of an object. The right way to what is kept in another form, too.
  func value(in row: Row) throws(StoreError) -> StoredValue {
    let slot = slot(in: row.record.layout)
    guard slot.state == .stored else { return fallback(for: row.entity) }
    guard slot.kind == .sealed, slot.isPresent(in: row.record) else {
      return row.record.value(Int(slot.field))
    }
    return try opened(row.record.bytes(Int(slot.field)), row)
  }

  /// A sealed value in clear.
  private func opened(_ sealed: UnsafeRawBufferPointer, _ row: Row) throws(StoreError) -> StoredValue {
    let place = SealedPlace(entity: row.entity, object: row.id, attribute: property)
    guard let sealing, let kind else {
      throw StoreError(
        .keyMissing,
        tried: "open the sealed value of \(name) of object \(row.id)",
        found: "the store was opened without its key",
        remedy: "Open it with its key.",
        objects: [row.id]
      )
    }
    let layout = RecordLayout(
      id: LayoutID(rawValue: 0),
      entity: row.entity,
      fields: [RecordLayout.Field(property: property, kind: kind)]
    )
    var writer = RecordWriter(layout: layout)
    let isFit = try sealing.withOpened(sealed, place, catalog) { value throws(StoreError) in
      writer.append(encoded: value)
    }
    guard isFit else { throw sealing.unfit(place, catalog) }
    return RecordView(trusted: writer.finish(), layout: layout).value(0)
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
