/// What a repair has brought over, and what not.
public struct RepairReport: Sendable {
  /// Number of the newest commit of which anything was found.
  public internal(set) var sequence: SequenceNumber = 0
  /// Objects in the new store.
  public internal(set) var objects = 0
  /// Edges of many-to-many and one-way relationships in it.
  public internal(set) var edges = 0
  /// Blobs in it.
  public internal(set) var blobs = 0
  /// Records in the old store whose checksum fits, those of older versions among them.
  public internal(set) var recordsFound = 0
  /// Everything that was lost, in no order of weight.
  public internal(set) var losses: [RepairLoss] = []
  /// What was found damaged without a loss, a line each.
  public internal(set) var notes: [String] = []

  /// Whether nothing is lost.
  public var isWhole: Bool { losses.isEmpty }
}
