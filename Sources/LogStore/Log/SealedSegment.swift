/// A segment that nothing is written to any more, as the checkpoint's segment table lists it.
package struct SealedSegment: Sendable, Equatable {
  package var id: UInt32
  package var kind: SegmentHeader.Kind
  package var size: UInt64
  /// Header hash of its last frame that is no padding.
  package var lastHash: UInt64
  package var createdSequence: UInt64

  package init(
    id: UInt32,
    kind: SegmentHeader.Kind,
    size: UInt64,
    lastHash: UInt64,
    createdSequence: UInt64
  ) {
    self.id = id
    self.kind = kind
    self.size = size
    self.lastHash = lastHash
    self.createdSequence = createdSequence
  }

  /// Bytes of its entry in a segment table.
  static let encodedSize = 40

  /// Writes its entry of a segment table.
  package func append(to writer: inout ByteWriter) {
    writer.append(id)
    writer.append(UInt32(kind.rawValue))
    writer.append(size)
    writer.append(lastHash)
    writer.append(createdSequence)
    writer.append(UInt64(0))
  }
}
