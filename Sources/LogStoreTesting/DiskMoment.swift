/// A simulated disk as it was at one moment: a value, however the disk goes on.
public struct DiskMoment: Sendable {
  let state: DiskState

  init(_ state: DiskState) { self.state = state }

  /// Parts of pending changes that survive or get lost by themselves.
  public var partCount: Int { state.partCount }

  /// The pending changes, a line each.
  public var pendingChanges: [String] { state.pending.map(\.description) }

  /// Whether a failed sync has given up changes that a loss of power may keep or take.
  package var hasGivenUpChanges: Bool { state.pending.contains(where: \.isForgotten) }

  /// Losses of power worth trying: every choice while they are few, else none, all, each part alone, all parts
  /// but one, and random ones; garbage where the disk may produce it.
  ///
  /// - Parameters:
  ///   - exhaustiveParts: How many parts make every choice be tried: two to that power.
  ///   - random: How many random ones there are if not every choice is tried.
  ///   - seed: For the random ones.
  public func losses(exhaustiveParts: Int = 3, random: Int = 2, seed: UInt64 = 0) -> [PowerLoss] {
    let count = partCount
    var losses: [PowerLoss]
    if count <= exhaustiveParts {
      losses = (0..<UInt64(1) << UInt64(count)).map { .keeping(bits: $0) }
    } else {
      losses = [.losingAll, .keepingAll]
      for part in 0..<count { losses += [.keepingOnly(part), .losingOnly(part)] }
      var randomness = SimulatedRandomness(seed: seed)
      for _ in 0..<random { losses.append(.random(seed: randomness.next())) }
    }
    if !state.options.hasPowerSafeOverwrite { losses += (0..<count).map { .garbage($0) } }
    return losses
  }

  /// A disk as it would be after the power had gone at this moment.
  ///
  /// - Parameter seed: For the clock's and the randomness's further course.
  public func disk(after loss: PowerLoss, seed: UInt64? = nil) -> SimulatedDisk {
    var next = state.afterPowerLoss(loss)
    if let seed { next.randomness = SimulatedRandomness(seed: seed) }
    return SimulatedDisk(next)
  }

  /// A disk as another process saw it at this moment, with the locks that were held.
  public func frozenDisk() -> SimulatedDisk { SimulatedDisk(state) }
}
