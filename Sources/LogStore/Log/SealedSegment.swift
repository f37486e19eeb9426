/// A segment that nothing is written to any more, as the checkpoint's segment table lists it.
package struct SealedSegment: Sendable, Equatable {
  package var id: UInt32
  package var kind: SegmentHeader.Kind
  package var size: UInt64
  /// Header hash of its last frame that is no padding.
  package var lastHash: UInt64
  package var createdSequence: UInt64

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

extension ColdSegments {
  /// Describes the cold segments that a compaction has written, in their order.
  package init(_ segments: [SealedSegment], storeID: StoreID) {
    guard let first = segments.first else {
      self = .none
      return
    }
    var table = ByteWriter()
    for segment in segments { segment.append(to: &table) }
    self.init(
      first: first.id,
      count: UInt32(segments.count),
      hash: table.bytes.withUnsafeBytes { XXH64.hash($0, seed: storeID.low) }
    )
  }
}
