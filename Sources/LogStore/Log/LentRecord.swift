/// An object's verified record and the number of the commit that wrote it. Good as long as this is held, and the
/// version of the store that lent it.
@usableFromInline
package struct LentRecord {
  /// The values.
  @usableFromInline package let view: RecordView
  /// The commit.
  @usableFromInline package let version: SequenceNumber
  /// Holds the bytes if they were read; nil if they are mapped.
  private let holder: BytesHolder?

  init(_ view: RecordView, version: SequenceNumber, holder: BytesHolder? = nil) {
    self.view = view
    self.version = version
    self.holder = holder
  }
}

/// Keeps bytes that were read, for as long as somebody refers to it.
final class BytesHolder {
  private let bytes: LentBytes

  init(_ bytes: consuming LentBytes) { self.bytes = bytes }
}
