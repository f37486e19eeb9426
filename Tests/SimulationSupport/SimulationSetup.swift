package import LogStore
package import LogStoreTesting

/// The kind of store and disk that a run simulates. Everything follows from it and the operations.
package struct SimulationSetup: Sendable, CustomStringConvertible {
  package var seed: UInt64
  /// Bytes of each half of the write-ahead log at first.
  package var halfSize: Int
  /// Bytes of a segment.
  package var segmentSize: Int
  package var allowsMapping: Bool
  package var hasPowerSafeOverwrite: Bool
  /// Milliseconds that pass at each look at the clock: halves grow only if they fill fast.
  package var clockStep: Int64
  /// Whether segments are compacted by commits too, not only by operations.
  package var compaction: StoreOptions.Compaction
  /// What a commit survives.
  package var durability = StoreOptions.Durability.full
  /// Names of files that lose their content with the power.
  package var volatileNames: Set<String> = ["LOCK", "RESERVE"]

  /// Derives a setup from a seed: every combination comes up.
  package init(seed: UInt64) {
    var randomness = SimulatedRandomness(seed: seed)
    self.seed = seed
    halfSize = 8192 << Int.random(in: 0..<4, using: &randomness)
    segmentSize =
      64
      << (10 + (Int.random(in: 0..<3, using: &randomness) == 0 ? .random(in: 1..<5, using: &randomness) : 0))
    allowsMapping = Bool.random(using: &randomness)
    hasPowerSafeOverwrite = Int.random(in: 0..<3, using: &randomness) > 0
    clockStep = Bool.random(using: &randomness) ? 20_000 : 50
    compaction = Bool.random(using: &randomness) ? .automatic : .manual
  }

  package var options: StoreOptions {
    var options = StoreOptions(busyTimeout: 0, allowsMapping: allowsMapping, segmentSize: segmentSize)
    options.logHalfSize = halfSize
    options.durability = durability
    options.compaction = compaction
    options.syncInterval = 60_000
    options.blobThreshold = SimulationStore.blobThreshold
    return options
  }

  package var diskOptions: SimulatedDiskOptions {
    SimulatedDiskOptions(
      clockStep: clockStep,
      hasPowerSafeOverwrite: hasPowerSafeOverwrite,
      supportsMapping: allowsMapping,
      volatileNames: volatileNames
    )
  }

  package var description: String {
    """
    seed \(seed), \(durability): halves of \(halfSize), segments of \(segmentSize), \
    \(allowsMapping ? "mapped" : "read"), \
    \(hasPowerSafeOverwrite ? "" : "no power-safe overwrite, ")\
    \(compaction == .manual ? "no compaction, " : "")clock step \(clockStep)
    """
  }
}
