import LogStore
import LogStoreTesting

/// A process that has a store open for reading while another one writes to it, and looks at it again at moments of
/// its life.
struct SimulationFollower {
  private let disk: SimulatedDisk
  private let store: Store
  private(set) var sequence: SequenceNumber
  private var looks = 0
  private var digest: UInt64 = 0

  /// Opens the store as it is at a moment.
  init(_ moment: DiskMoment, options: StoreOptions) throws(StoreError) {
    disk = moment.frozenDisk()
    store = try Store.open(at: SimulationStore.path, options: options, io: disk.storage)
    sequence = store.sequence
  }

  /// Looks at a later moment.
  ///
  /// - Returns: What it sees then.
  mutating func look(at moment: DiskMoment) throws -> (digest: UInt64, sequence: SequenceNumber) {
    disk.become(moment)
    let before = store.snapshot()
    let isNew = try store.refresh()
    let snapshot = store.snapshot()
    guard snapshot.sequence >= sequence, isNew == (snapshot.sequence > sequence) else {
      throw SimulationError("it goes from commit \(sequence) to \(snapshot.sequence)")
    }
    guard before.sequence == sequence else {
      throw SimulationError("a snapshot of commit \(sequence) is one of \(before.sequence) now")
    }
    sequence = snapshot.sequence
    looks += 1
    do throws(StoreError) {
      digest = try SimulationStore.digest(of: snapshot)
    } catch {
      // The disks of moments do not tell the writer which version this process still reads.
      guard error.code == .blobMissing, !isNew, looks > 1 else { throw error }
      return (digest, sequence)
    }
    // A check costs as much as all else.
    guard looks % 8 == 1 else { return (digest, sequence) }
    let report = SnapshotCheck.run(snapshot.state)
    if let finding = report.findings.first { throw SimulationError("its check finds: \(finding)") }
    return (digest, sequence)
  }
}
