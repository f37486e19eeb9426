/// Sealing the records of entities that have sealed attributes.
extension Sealing {
  /// Writes a record in the form that may be stored.
  ///
  /// - Parameters:
  ///   - record: In clear.
  ///   - layout: The same fields with sealed kinds.
  func seal(
    _ record: RecordView,
    of id: ObjectID,
    as layout: RecordLayout,
    _ keys: SealingKeys,
    with writer: inout RecordWriter
  ) throws(StoreError) {
    writer.begin(layout)
    for (index, field) in layout.fields.enumerated() {
      guard field.kind == .sealed, record.isPresent(index) else {
        writer.append(copying: index, of: record)
        continue
      }
      let place = SealedPlace(entity: layout.entity, object: id, attribute: field.property)
      try append(record.encoded(index), place, keys, to: &writer)
    }
  }

  /// Seals a value as the next field of a record.
  func append(
    _ value: UnsafeRawBufferPointer,
    _ place: SealedPlace,
    _ keys: SealingKeys,
    to writer: inout RecordWriter
  ) throws(StoreError) {
    let sealed = UnsafeMutableRawPointer.allocate(byteCount: value.count + SealedForm.overhead, alignment: 16)
    defer { sealed.deallocate() }
    try seal(value, place, keys, into: sealed)
    writer.append(bytes: UnsafeRawBufferPointer(start: sealed, count: value.count + SealedForm.overhead))
  }

  /// Writes a record as it was before it was sealed.
  ///
  /// - Parameter layout: The same fields with the kinds of their attributes.
  func open(
    _ record: RecordView,
    of id: ObjectID,
    as layout: RecordLayout,
    _ catalog: Catalog,
    with writer: inout RecordWriter
  ) throws(StoreError) {
    writer.begin(layout)
    for (index, field) in record.layout.fields.enumerated() {
      guard field.kind == .sealed, record.isPresent(index) else {
        writer.append(copying: index, of: record)
        continue
      }
      let place = SealedPlace(entity: layout.entity, object: id, attribute: field.property)
      let isFit = try withOpened(record.bytes(index), place, catalog) { value throws(StoreError) in
        writer.append(encoded: value)
      }
      if !isFit { throw unfit(place, catalog) }
    }
  }

  /// That an opened value has not the size of its kind.
  func unfit(_ place: SealedPlace, _ catalog: Catalog) -> StoreError {
    StoreError(
      .sealCorrupt,
      tried:
        "read \(catalog.name(of: place.entity)).\(catalog.name(of: place.attribute)) of object \(place.object)",
      path: paths.root,
      found: "what was sealed is no value of the attribute's kind",
      remedy: "Restore the object from a backup.",
      objects: [place.object]
    )
  }
}

extension RecordView {
  /// The bytes of a field's value as they lie in the record, of any width.
  package func encoded(_ field: Int) -> UnsafeRawBufferPointer {
    guard let width = layout.fields[field].kind.width else { return bytes(field) }
    return UnsafeRawBufferPointer(start: base + position(field), count: width)
  }
}
