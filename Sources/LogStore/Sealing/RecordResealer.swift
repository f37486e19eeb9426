/// Seals values anew that are sealed under another data key than the newest one. What was sealed under a destroyed key
/// stays as it is.
struct RecordResealer {
  private let sealing: Sealing
  private let keys: SealingKeys
  private let catalog: Catalog
  private let buffer: SealedBuffer

  /// - Returns: nil if no record has sealed values.
  init?(_ sealing: Sealing, _ keys: SealingKeys, _ catalog: Catalog) {
    guard let layout = catalog.layouts.first(where: \.isSealed) else { return nil }
    self.sealing = sealing
    self.keys = keys
    self.catalog = catalog
    buffer = SealedBuffer(layout)
  }

  /// The payload of a record under the newest key; nil if it is so already. Valid until the next call.
  func resealed(
    _ header: RecordHeader,
    _ payload: UnsafeRawBufferPointer
  ) throws(StoreError) -> UnsafeRawBufferPointer? {
    guard header.kind == .put, let layout = catalog.layout(header.layout), layout.isSealed,
      let record = RecordView(layout: layout, payload: payload),
      layout.fields.indices.contains(where: { isStale($0, record) })
    else { return nil }
    buffer.writer.begin(layout)
    for (index, field) in layout.fields.enumerated() {
      guard isStale(index, record) else {
        buffer.writer.append(copying: index, of: record)
        continue
      }
      let place = SealedPlace(
        entity: layout.entity,
        object: ObjectID(rawValue: header.object),
        attribute: field.property
      )
      try sealing.withOpened(record.bytes(index), place, catalog) { value throws(StoreError) in
        try sealing.append(value, place, keys, to: &buffer.writer)
      }
    }
    return buffer.writer.finish()
  }

  private func isStale(_ index: Int, _ record: RecordView) -> Bool {
    guard record.layout.fields[index].kind == .sealed, record.isPresent(index) else { return false }
    let bytes = record.bytes(index)
    guard SealedForm.isSound(bytes) else { return false }
    let id = SealedForm.keyID(bytes)
    return id != keys.primary && keys.key(id) != nil
  }
}
