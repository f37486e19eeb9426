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
    guard try isIntact() else {
      throw SimulationError("the store holds neither what was acknowledged last nor what was on its way")
    }
  }

  /// Whether the store holds what was acknowledged, or the commit after it.
  mutating func isIntact() throws -> Bool {
    let digest = try store.digest()
    let report = SnapshotCheck.run(store.store.snapshot().state)
    guard report.isClean, digest == model.digest else { return false }
    return digest == oracle.last ?? SimulationModel().digest || digest == oracle.next
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
