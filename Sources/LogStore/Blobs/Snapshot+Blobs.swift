extension Snapshot {
  /// Opens a blob that a record of this version, or of a batch that is not committed yet, names. While the snapshot
  /// lives, the blobs of its version stay; what the reader holds can be read to its end in any case.
  ///
  /// - Parameter place: Whose value it is, for messages.
  /// - Throws: `blobMissing`, `blobDamaged`, `inputOutput`: all about this one value only.
  package func openBlob(
    _ reference: BlobReference,
    of place: BlobPlace? = nil
  ) throws(StoreError) -> BlobReader {
    guard let files = state.blobFiles else {
      throw ExternalValue.outOfReach(
        place ?? BlobPlace(entity: "blob", object: .none, attribute: reference.id.name)
      )
    }
    return try files.open(reference, of: place)
  }

  /// Opens the blob that holds the value of an external attribute of an object; nil if there is no such object, or if
  /// the value is in the record or absent.
  ///
  /// - Throws: As `openBlob(_:of:)`, and `recordCorrupt`.
  public func openBlob(of id: ObjectID, _ attribute: PropertyID) throws(StoreError) -> BlobReader? {
    let found = try withRecord(id) { view, _ throws(StoreError) -> (BlobReference, EntityID)? in
      guard let field = view.layout.fieldIndex(of: attribute), view.layout.fields[field].kind == .external,
        let reference = view.blob(field)
      else { return nil }
      return (reference, view.layout.entity)
    }
    guard let found, let (reference, entity) = found else { return nil }
    return try openBlob(reference, of: BlobPlace(catalog, entity, id, attribute))
  }

  /// The bytes of an external value, wherever they are; nil if the field is absent.
  ///
  /// - Throws: As `openBlob(_:of:)`.
  package func externalBytes(
    _ field: Int,
    of record: RecordView,
    _ id: ObjectID
  ) throws(StoreError) -> [UInt8]? {
    guard record.isPresent(field) else { return nil }
    let place = BlobPlace(catalog, record.layout.entity, id, record.layout.fields[field].property)
    switch record.external(field) {
    case .inline(let bytes)?: return Array(bytes)
    case .blob(let reference)?: return try openBlob(reference, of: place).readAll()
    case nil: throw ExternalValue.unknownForm(of: place)
    }
  }
}
