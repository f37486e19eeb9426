/// Hands the records of a commit on in the form that may be stored.
struct RecordSealer {
  private let sealing: Sealing?
  private let catalog: Catalog
  private var keys: SealingKeys?
  /// Of one entity after the other.
  private var buffer: SealedBuffer?

  init(_ state: IndexState) {
    sealing = state.sealing
    catalog = state.catalog
  }

  /// Adds a record to a commit.
  ///
  /// - Throws: `limitExceeded` for one that is too large; what keeps its values from being sealed.
  mutating func append(
    _ record: ArenaRecord,
    of id: ObjectID,
    to content: FrameContent
  ) throws(StoreError) {
    guard let layout = catalog.sealedLayout(of: record.layout) else {
      guard !catalog.wantsSealing(record.layout) else {
        throw StoreError(
          .invalidSchema,
          tried: "seal object \(id)",
          found: "the catalog has no sealed layout for its values",
          remedy: "Run 'storectl check' on the store. Nothing was written.",
          objects: [id]
        )
      }
      return try content.append(
        .put,
        layout: record.layout.id,
        object: id.rawValue,
        payload: record.payload
      )
    }
    guard let sealing else {
      throw StoreError(
        .keyMissing,
        tried: "seal object \(id)",
        found: "the store was opened without sealing",
        remedy: "Open it with its key."
      )
    }
    let keys = try openKeys(sealing)
    let buffer = buffer ?? SealedBuffer(layout)
    self.buffer = buffer
    try sealing.seal(record.view, of: id, as: layout, keys, with: &buffer.writer)
    try content.append(.put, layout: layout.id, object: id.rawValue, payload: buffer.writer.finish())
  }

  private mutating func openKeys(_ sealing: Sealing) throws(StoreError) -> SealingKeys {
    if let keys { return keys }
    let opened = try sealing.keys()
    keys = opened
    return opened
  }
}
