import Foundation
import LogStore
import LogStoreTesting
import SimulationSupport

/// A process that writes to a store until it is killed.
struct KillWorker {
  private let path: String
  private var store: SimulationStore
  private var model: SimulationModel
  private var oracle: KillOracle
  private var randomness: SimulatedRandomness
  private var workload = Workload()
  private let options: StoreOptions

  /// Opens the store and compares it with the oracle.
  init(_ directory: URL, seed: UInt64) throws {
    path = directory.appendingPathComponent("killed.store").path
    randomness = SimulatedRandomness(seed: seed)
    var options = StoreOptions(segmentSize: 64 << 10)
    options.logHalfSize = 16 << 10
    self.options = options
    oracle = try KillOracle(directory)
    store = try SimulationStore(at: path, options: options, io: PosixStorageIO())
    model = try SimulationModel(store.store.snapshot())
    try compare()
  }

  /// Compares the store with what was acknowledged, or the commit after it, which counts as acknowledged from then
  /// on: the next kill must not undo it.
  private mutating func compare() throws {
    let digest = try store.digest()
    let report = SnapshotCheck.run(store.store.snapshot().state)
    guard report.isClean else { throw SimulationError("the check finds \(report.findings.prefix(3))") }
    guard digest == model.digest else {
      throw SimulationError("the store's content has digest \(digest), read one by one \(model.digest)")
    }
    if digest == oracle.next { return try oracle.acknowledge(digest) }
    let wanted = oracle.last ?? SimulationModel().digest
    guard digest == wanted else {
      throw SimulationError(
        """
        the store holds neither what was acknowledged last (\(wanted)) nor what was on its way \
        (\(oracle.next.map { "\($0)" } ?? "nothing")), but \(digest)
        """
      )
    }
  }

  /// Writes for ever.
  mutating func run() throws {
    while true {
      switch Int.random(in: 0..<60, using: &randomness) {
      case 0: try store.store.compact()
      case 1: try store.store.checkpoint()
      case 2:
        try store.store.close()
        store = try SimulationStore(at: path, options: options, io: PosixStorageIO())
      case 3..<20: try commit(.insert)
      case 20..<30: try commit(.delete)
      case 30..<36: try commit(.bulk(Int.random(in: 9000..<60_000, using: &randomness)))
      default: try commit(.put(Int.random(in: 1..<3000, using: &randomness)))
      }
    }
  }

  private mutating func commit(_ kind: Workload.Kind) throws {
    let open = store
    let change = try workload.change(kind, of: model, open, &randomness) {
      try open.store.newObjectID().rawValue
    }
    let digest = change.model.digest
    try oracle.begin(digest)
    try store.store.commit(change.batch)
    try oracle.acknowledge(digest)
    model = change.model
  }
}
