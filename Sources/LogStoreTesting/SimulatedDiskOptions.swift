/// What kind of disk is simulated.
public struct SimulatedDiskOptions: Sendable {
  /// Milliseconds that pass at each look at the clock. Default: 1.
  public var clockStep: Int64
  /// Bytes that fit; nil for no bound. Default: nil.
  public var capacity: Int?
  /// Whether a sector that is being written when the power goes holds its old or its new bytes, and nothing else.
  /// Default: yes.
  public var hasPowerSafeOverwrite: Bool
  /// Whether files can be mapped. Default: yes.
  public var supportsMapping: Bool
  /// Names of files whose content no loss of power leaves and no choice depends on: such as a lock file, whose
  /// content is for messages only, or the reserve, which has none. Default: `LOCK` and `RESERVE`.
  public var volatileNames: Set<String>

  /// Options with their defaults.
  public init(
    clockStep: Int64 = 1,
    capacity: Int? = nil,
    hasPowerSafeOverwrite: Bool = true,
    supportsMapping: Bool = true,
    volatileNames: Set<String> = ["LOCK", "RESERVE"]
  ) {
    self.clockStep = clockStep
    self.capacity = capacity
    self.hasPowerSafeOverwrite = hasPowerSafeOverwrite
    self.supportsMapping = supportsMapping
    self.volatileNames = volatileNames
  }
}
