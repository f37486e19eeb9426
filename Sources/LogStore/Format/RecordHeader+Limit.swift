extension RecordHeader {
  /// The error of a record that readers would refuse: it must never reach the log.
  static func tooLarge(_ kind: Kind, object: UInt64, size: Int) -> StoreError {
    let limit = FormatConstants.largestRecord
    switch kind {
    case .history:
      return StoreError(
        .limitExceeded,
        tried: "note what commit \(object) changes",
        found: "\(size) bytes of history; a commit may have \(limit)",
        remedy: "Save fewer objects at once: nothing was changed."
      )
    case .schema, .layout:
      return StoreError(
        .limitExceeded,
        tried: "write the schema",
        found: "\(size) bytes; the limit is \(limit)",
        remedy: "Split the schema into several stores, or shorten default values."
      )
    case .put, .tombstone, .edge, .key, .blobRelease, .meta:
      return StoreError(
        .limitExceeded,
        tried: "save object \(object)",
        found: "\(size) bytes of values; the limit is \(limit)",
        remedy: "Keep large data in a file, and its name in the object.",
        objects: [ObjectID(rawValue: object)]
      )
    }
  }
}
