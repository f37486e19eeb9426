/// A record with a fitting checksum, somewhere in the files of a damaged store.
struct SalvagedRecord {
  var kind: RecordHeader.Kind
  var layout: LayoutID
  /// Whether the checkpoint says that it is the live one of its address.
  var isAsCheckpointed: Bool
  /// Number of the file.
  var file: Int32
  /// Bytes of header and payload.
  var size: UInt32
  /// Number of the commit that wrote it, as far as that can be believed.
  var version: SequenceNumber
  /// Where its header begins in the file.
  var offset: UInt64
}
