/// Commits that one write makes durable: their frames one behind the other, with room for the group header in
/// front.
///
/// Everything but the bytes of the group header belongs to whoever holds the store's writer lock; the header
/// belongs to the one thread that leads, from `LogWriter.take` to `LogWriter.complete`. Readers find bytes of a
/// record that is not in its file yet through `Segment`, under the writer lock too.
final class CommitGroup: @unchecked Sendable {  // under the writer lock, but for the header
  /// What became of a group.
  enum Outcome {
    /// Not written yet.
    case pending
    /// Durable, copied to the segment, published.
    case done
    /// Not published, for that reason.
    case failed(StoreError)
  }

  /// Segment that the frames go to, and where they begin there.
  let segment: Segment
  let start: UInt64
  /// Group header and body.
  let bytes: ByteBuffer
  let firstSequence: SequenceNumber
  /// The segment before, if this group opens one, and where that one ends.
  var predecessor: (segment: Segment, size: UInt64)?
  /// What each commit changed, in order.
  var commits: [CommittedChanges] = []
  /// Blobs that they give up.
  var released: [BlobStore.Released] = []
  /// The indexes after the last of them.
  var state: IndexState?
  var outcome = Outcome.pending
  /// Wakes those that wait for the outcome.
  private var ended: Signal?
  /// Wakes the one that began the group, so that it leads.
  private var turn: Signal?

  init(segment: Segment, start: UInt64, bytes: ByteBuffer, firstSequence: SequenceNumber) {
    self.segment = segment
    self.start = start
    self.bytes = bytes
    self.firstSequence = firstSequence
    bytes.cut(to: 0)
    _ = bytes.extend(by: FormatConstants.groupHeaderSize)
  }

  /// Frames in it.
  var frameCount: Int { commits.count }

  /// What to wait for: the outcome or, for the one that began the group, also its turn to lead.
  func waiting(asFirst isFirst: Bool) -> (signal: Signal, value: UInt64) {
    let signal = (isFirst ? turn : ended) ?? Signal()
    if isFirst { turn = signal } else { ended = signal }
    return (signal, signal.value)
  }

  /// Signals to raise once the outcome is known.
  var endSignals: [Signal] { [ended, turn].compactMap { $0 } }

  /// Signal to raise when the group can be led.
  var turnSignal: Signal? { turn }
}
