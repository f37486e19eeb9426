/// A record as programs see it.
package struct ClearRecord {
  /// In a layout whose fields have the kinds of their attributes.
  package let view: RecordView
  /// Number of the commit that wrote it.
  package let version: SequenceNumber
  /// Bytes of the payload as it is stored.
  let storedSize: Int
}

extension IndexState {
  /// Lends an object's record with its sealed values in clear; nil if there is no such object. Costs as much as
  /// `withRecord` where nothing is sealed.
  ///
  /// - Throws: `recordCorrupt`; `sealCorrupt`, `keyMissing`, `wrongKey`, `keysCorrupt` where something is.
  package func withClearRecord<R>(
    _ id: ObjectID,
    _ body: (ClearRecord) throws(StoreError) -> R
  ) throws(StoreError) -> R? {
    guard let lent = try record(id) else { return nil }
    defer { withExtendedLifetime(lent) {} }
    guard let layout = catalog.clearLayout(of: lent.view.layout) else {
      if catalog.hasSealedLayouts { try refuseDisguised(lent.view.layout, id) }
      return try body(ClearRecord(view: lent.view, version: lent.version, storedSize: lent.view.count))
    }
    var writer = RecordWriter(layout: layout)
    try requiredSealing(id).open(lent.view, of: id, as: layout, catalog, with: &writer)
    let view = RecordView(trusted: writer.finish(), layout: layout)
    return try body(ClearRecord(view: view, version: lent.version, storedSize: lent.view.count))
  }

  /// Throws for a record in clear where only sealed ones are written, which somebody has put there, and for a sealed
  /// one that cannot be opened for want of a layout.
  private func refuseDisguised(_ layout: RecordLayout, _ id: ObjectID) throws(StoreError) {
    guard layout.isSealed || catalog.sealedLayout(of: layout) != nil else { return }
    throw StoreError(
      .sealCorrupt,
      tried: "read object \(id)",
      path: path,
      found: layout.isSealed
        ? "the catalog lacks the layout in clear of sealed layout \(layout.id.rawValue)"
        : "its values are in clear, where this store seals them",
      remedy: "Run 'storectl check' on the store; restore the object from a backup.",
      objects: [id]
    )
  }

  private func requiredSealing(_ id: ObjectID) throws(StoreError) -> Sealing {
    if let sealing { return sealing }
    throw StoreError(
      .keyMissing,
      tried: "open the sealed values of object \(id)",
      path: path,
      found: "the store was opened without its key",
      remedy: "Open it with its key."
    )
  }
}
