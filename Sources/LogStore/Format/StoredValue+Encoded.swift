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

  /// The bytes that a field of a kind holds for the value.
  ///
  /// - Returns: nil if there is no value, or it does not fit the kind.
  package func encoded(as kind: ValueKind) -> [UInt8]? {
    switch self {
    case .null: return nil
    // Not by way of a record: values in files of their own may be larger than one.
    case .string(let text), .url(let text): return Array(text.utf8)
    case .data(let bytes), .structured(let bytes), .opaque(let bytes): return bytes
    default:
      let layout = RecordLayout(
        id: LayoutID(rawValue: 0),
        entity: EntityID(rawValue: 0),
        fields: [RecordLayout.Field(property: PropertyID(rawValue: 0), kind: kind)]
      )
      var writer = RecordWriter(layout: layout)
      guard writer.append(self) else { return nil }
      return [UInt8](RecordView(trusted: writer.finish(), layout: layout).encoded(0))
    }
  }
}
