/// What compactions of a store have done since it was opened, and what readers keep of it.
struct CompactionLedger: Sendable {
  /// A segment that is gone from the directory.
  private struct Unlinked: Sendable {
    weak var segment: Segment?
    var size: Int
  }

  /// A version that is not the newest any more.
  private struct Superseded: Sendable {
    weak var version: IndexVersion?
    var sequence: SequenceNumber
    var time: Int64
  }

  var runs = 0
  var bytesCopied = 0
  var bytesFreed = 0
  /// The compaction that goes on.
  var progress: CompactionProgress?
  /// Segments that a compaction could not read, and leaves alone.
  var damaged: Set<UInt32> = []
  /// Why the last one failed; nil after one that did not.
  var problem: StoreError?
  private var unlinked: [Unlinked] = []
  private var superseded: [Superseded] = []
  /// How many entries `superseded` may have before those without a reader are dropped.
  private var bound = 32

  /// Notes a segment whose file is about to go.
  mutating func unlink(_ segment: Segment?, size: Int) {
    unlinked.removeAll { $0.segment == nil }
    if let segment { unlinked.append(Unlinked(segment: segment, size: size)) }
  }

  /// Bytes on the disk of files that are gone from the directory, but not for a reader that holds them.
  var pinnedBytes: Int { unlinked.reduce(0) { $0 + ($1.segment == nil ? 0 : $1.size) } }

  /// Notes a version that somebody reads while it is replaced by a newer one.
  mutating func supersede(_ version: IndexVersion, _ sequence: SequenceNumber, at time: Int64) {
    if superseded.count >= bound {
      superseded.removeAll { $0.version == nil }
      bound = max(32, 2 * superseded.count)
    }
    superseded.append(Superseded(version: version, sequence: sequence, time: time))
  }

  /// The oldest version that somebody still reads; nil if only the newest one is read.
  var oldestVersion: SequenceNumber? {
    superseded.lazy.filter { $0.version != nil }.map(\.sequence).min()
  }

  /// The versions that somebody still reads, but for the newest one.
  var readVersions: [IndexVersion] { superseded.compactMap(\.version) }

  /// When the oldest version that somebody still reads was replaced; nil if only the newest one is read.
  var oldestReader: Int64? { superseded.first { $0.version != nil }?.time }
}
