/// A value of an external attribute, outside of its record.
package enum FoundExternal {
  /// It was in the record.
  case bytes([UInt8])
  /// It is in a file of its own.
  case blob(BlobReference, BlobPlace)
}
