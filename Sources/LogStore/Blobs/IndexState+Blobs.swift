extension IndexState {
  /// What an object's record says of a blob, and whose value that is; nil if it does not name it.
  package func blob(
    _ id: BlobID,
    of owner: ObjectID
  ) throws(StoreError) -> (BlobReference, BlobPlace)? {
    try withRecord(owner) { record, _ throws(StoreError) -> (BlobReference, BlobPlace)? in
      for field in plans[record.layout]?.externals ?? [] {
        guard let reference = record.blob(field), reference.id == id else { continue }
        let attribute = record.layout.fields[field].property
        return (reference, BlobPlace(catalog, record.layout.entity, owner, attribute))
      }
      return nil
    } ?? nil
  }

  /// Opens a blob of this version.
  ///
  /// - Throws: `blobMissing`, `blobDamaged`, `inputOutput`.
  package func openBlob(_ reference: BlobReference, of place: BlobPlace) throws(StoreError) -> BlobReader {
    guard let blobFiles else { throw ExternalValue.outOfReach(place) }
    return try blobFiles.open(reference, of: place)
  }

  /// The value of an attribute that may be in a file of its own; nil if the object has none there, or there is no
  /// such object.
  package func externalValue(
    _ attribute: PropertyID,
    of id: ObjectID
  ) throws(StoreError) -> FoundExternal? {
    try withRecord(id) { record, _ throws(StoreError) -> FoundExternal? in
      guard let field = record.layout.fieldIndex(of: attribute), record.isPresent(field) else { return nil }
      let kind = record.layout.fields[field].kind
      guard kind == .external else { return kind.width == nil ? .bytes(Array(record.bytes(field))) : nil }
      let place = BlobPlace(catalog, record.layout.entity, id, attribute)
      switch record.external(field) {
      case .inline(let bytes)?: return .bytes(Array(bytes))
      case .blob(let reference)?: return .blob(reference, place)
      case nil: throw ExternalValue.unknownForm(of: place)
      }
    } ?? nil
  }
}
