extension StoredValue {
  /// The value whose bytes a field of a kind holds.
  ///
  /// - Returns: nil if they have not the size of the kind.
  package init?(encoded bytes: UnsafeRawBufferPointer, as kind: ValueKind) {
    let layout = RecordLayout(
      id: LayoutID(rawValue: 0),
      entity: EntityID(rawValue: 0),
      fields: [RecordLayout.Field(property: PropertyID(rawValue: 0), kind: kind)]
    )
    var writer = RecordWriter(layout: layout)
    guard writer.append(encoded: bytes) else { return nil }
    self = RecordView(trusted: writer.finish(), layout: layout).value(0)
  }
}
