package import LogStoreTesting

/// One thing that a program, the engine or the world does to a store.
package struct Operation: Sendable, CustomStringConvertible {
  package enum Kind: String, Sendable, CaseIterable {
    /// A commit that fits a block or a few.
    case put
    /// New objects with references.
    case insert
    /// An object, or an owner with all it owns.
    case delete
    /// An id is handed out and never used.
    case spareID
    /// A commit that is too large for the log.
    case bulk
    /// A bulk commit that finds no space before its first write.
    case abortEarly
    /// A bulk commit that finds no space in the middle.
    case abortLate
    /// The other half of the log is taken into use.
    case switchHalf
    /// The indexes are written down.
    case checkpoint
    /// Everything becomes durable.
    case sync
    /// The next commit opens a segment.
    case roll
    /// All records are rewritten.
    case compact
    /// A few segments are rewritten, as in the background.
    case compactSome
    /// Clean close and reopening.
    case close
    /// Death of the process and reopening.
    case kill
    /// Loss of power at a moment of the last operation, and reopening.
    case powerLoss
    /// Commits on a disk without free space.
    case fullDisk
    /// A compaction that meets a damaged byte.
    case damagedCompact
    /// A sync or durable write that fails during a commit, and reopening.
    case failedSync
    /// A sync or durable write that fails during a reopening, and reopening.
    case failedOpening

    /// What short sequences are made of: what follows from the engine alone, without damage.
    package static let ordinary: [Kind] = [
      .put, .insert, .delete, .spareID, .bulk, .abortEarly, .abortLate, .switchHalf, .checkpoint, .sync,
      .roll, .compact, .compactSome, .close, .kill,
    ]
  }

  package var kind: Kind
  /// Chooses sizes and objects.
  package var choice: UInt64

  package init(_ kind: Kind, choice: UInt64 = 0) {
    self.kind = kind
    self.choice = choice
  }

  package var description: String { choice == 0 ? kind.rawValue : "\(kind.rawValue) \(choice)" }

  /// A random operation; commits are the most frequent ones.
  package static func random(using randomness: inout SimulatedRandomness) -> Operation {
    let kinds: [Kind] = [
      .put, .put, .put, .insert, .insert, .insert, .insert, .delete, .delete, .spareID, .bulk, .bulk,
      .abortEarly, .abortLate, .switchHalf, .checkpoint, .sync, .roll, .roll, .compact, .compactSome,
      .compactSome,
      .compactSome, .close, .kill,
      .powerLoss, .powerLoss, .failedSync, .failedOpening, .fullDisk, .damagedCompact,
    ]
    return Operation(
      kinds[Int.random(in: 0..<kinds.count, using: &randomness)],
      choice: randomness.next() >> 40
    )
  }
}
