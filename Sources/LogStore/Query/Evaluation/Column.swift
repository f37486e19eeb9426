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
  private let blobFiles: BlobFiles?
  // A raw table: a class's array costs an exclusivity check and a retain a read, more than the read itself.
  private let slots: UnsafeMutablePointer<FieldSlot>
  private let slotCount: Int

  init(_ property: PropertyID, _ catalog: Catalog, _ sealing: Sealing?, _ blobFiles: BlobFiles?) {
    self.property = property
    self.catalog = catalog
    self.sealing = sealing
    self.blobFiles = blobFiles
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
    guard slot.isPresent(in: row.record) else { return .null }
    switch slot.kind {
    case .sealed: return try opened(row.record.bytes(Int(slot.field)), row)
    case .external: return try external(row.record.bytes(Int(slot.field)), row)
    default: return row.record.value(Int(slot.field))
    }
  }

  /// The value of an external field, with all its bytes in memory.
  private func external(_ bytes: UnsafeRawBufferPointer, _ row: Row) throws(StoreError) -> StoredValue {
    let place = BlobPlace(catalog, row.entity, row.id, property)
    guard let value = ExternalValue(decoding: bytes) else { throw ExternalValue.unknownForm(of: place) }
    switch value {
    case .inline(let bytes): return self.value(of: bytes) ?? .null
    case .blob(let reference):
      let content = try openBlob(reference, row).readAll()
      return content.withUnsafeBytes { self.value(of: $0) } ?? .null
    }
  }

  /// Opens a blob that an object's record names.
  func openBlob(_ reference: BlobReference, _ row: Row) throws(StoreError) -> BlobReader {
    let place = BlobPlace(catalog, row.entity, row.id, property)
    guard let blobFiles else { throw ExternalValue.outOfReach(place) }
    return try blobFiles.open(reference, of: place)
  }

  /// The value whose bytes a field of the attribute's own kind would hold; nil if they have not its size.
  private func value(of bytes: UnsafeRawBufferPointer) -> StoredValue? {
    kind.flatMap { StoredValue(encoded: bytes, as: $0) }
  }

  /// A sealed value in clear.
  private func opened(_ sealed: UnsafeRawBufferPointer, _ row: Row) throws(StoreError) -> StoredValue {
    let place = SealedPlace(entity: row.entity, object: row.id, attribute: property)
    guard let sealing else {
      throw StoreError(
        .keyMissing,
        tried: "open the sealed value of \(name) of object \(row.id)",
        found: "the store was opened without its key",
        remedy: "Open it with its key.",
        objects: [row.id]
      )
    }
    let opened = try sealing.withOpened(sealed, place, catalog) { bytes throws(StoreError) in
      value(of: bytes)
    }
    guard let opened else { throw sealing.unfit(place, catalog) }
    return opened
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
