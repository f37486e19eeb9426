/// The value of an external field as it lies in a record (FORMAT.md, section 20), valid as long as the record
/// is lent.
package enum ExternalValue {
  /// The bytes of the value, as a field of the attribute's own kind would hold them.
  case inline(UnsafeRawBufferPointer)
  /// The value is in a file of its own.
  case blob(BlobReference)

  /// First byte of a value in the record.
  static let inlineForm: UInt8 = 0
  /// First byte of a reference.
  static let blobForm: UInt8 = 1

  /// Reads the bytes of a field; nil if they are neither.
  package init?(decoding bytes: UnsafeRawBufferPointer) {
    guard let form = bytes.first else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    switch form {
    case Self.inlineForm: self = .inline(rest)
    case Self.blobForm:
      guard let reference = BlobReference(decoding: rest) else { return nil }
      self = .blob(reference)
    default: return nil
    }
  }

  /// Bytes of the value.
  package var count: UInt64 {
    switch self {
    case .inline(let bytes): UInt64(bytes.count)
    case .blob(let reference): reference.length
    }
  }
}

extension ExternalValue {
  /// The error of a field that holds neither a value nor a reference.
  static func unknownForm(of place: BlobPlace) -> StoreError {
    StoreError(
      .blobDamaged,
      tried: "read \(place.description)",
      found: "a form of external values that this version does not know",
      remedy: "Use a newer version of the program, or give the attribute another value.",
      objects: [place.object]
    )
  }

  /// The error of a blob that is asked for where no files can be read.
  static func outOfReach(_ place: BlobPlace) -> StoreError {
    StoreError(
      .invalidArgument,
      tried: "read \(place.description)",
      found: "what is read has no way to the files of the store",
      remedy: "Read it through an open store.",
      objects: [place.object]
    )
  }
}

extension RecordView {
  /// The value of an external field; nil if it is absent, or damaged in a way that the checksum does not show.
  package func external(_ field: Int) -> ExternalValue? {
    isPresent(field) ? ExternalValue(decoding: bytes(field)) : nil
  }

  /// The blob that an external field names; nil if it names none.
  package func blob(_ field: Int) -> BlobReference? {
    guard case .blob(let reference)? = external(field) else { return nil }
    return reference
  }
}

extension RecordWriter {
  /// Fills the next field, which must be an external one, with a value that stays in the record.
  package mutating func append(inline value: UnsafeRawBufferPointer) {
    append(form: ExternalValue.inlineForm, value)
  }

  /// Fills the next field, which must be an external one, with the name of a blob.
  package mutating func append(blob reference: BlobReference) {
    withUnsafeTemporaryAllocation(byteCount: BlobReference.size, alignment: 8) { bytes in
      if let base = bytes.baseAddress { reference.store(to: base) }
      append(form: ExternalValue.blobForm, UnsafeRawBufferPointer(bytes))
    }
  }
}

extension RecordWriter {
  /// Fills the next field with a value in front of which its form stands.
  fileprivate mutating func append(form: UInt8, _ value: UnsafeRawBufferPointer) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: value.count + 1, alignment: 1)
    defer { bytes.deallocate() }
    bytes[0] = form
    UnsafeMutableRawBufferPointer(rebasing: bytes[1...]).copyMemory(from: value)
    append(bytes: UnsafeRawBufferPointer(bytes))
  }
}
