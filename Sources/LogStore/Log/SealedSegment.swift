/// A segment that nothing is written to any more, as the checkpoint's segment table lists it.
package struct SealedSegment: Sendable, Equatable {
  package var id: UInt32
  package var kind: SegmentHeader.Kind
  package var size: UInt64
  /// Header hash of its last frame that is no padding.
  package var lastHash: UInt64
  package var createdSequence: UInt64
}
