/// What a check of a store found, and how much it looked at.
public struct CheckReport: Sendable {
  /// Everything found, in the order of the looking; at most `findingLimit` of each kind of place.
  public internal(set) var findings: [CheckFinding] = []
  /// Findings beyond the limit, which are only counted.
  public internal(set) var omitted = 0
  /// Objects whose records were read and compared with the indexes.
  public internal(set) var objects = 0
  /// Edges of many-to-many and one-way relationships.
  public internal(set) var edges = 0
  /// Records whose checksums were verified, those of older versions included.
  public internal(set) var records = 0
  /// References to objects that do not exist, where a delete rule of no action allows them.
  public internal(set) var danglingReferences = 0
  /// Number of the newest commit; nil if the store could not be recovered.
  public internal(set) var sequence: SequenceNumber?
  /// Whether another process was writing meanwhile: then only what it had made visible was checked.
  public internal(set) var isBesideWriter = false

  /// Objects that have the same values where those are unique.
  var clashes: [(ObjectID, ObjectID)] = []

  /// Findings that are kept.
  static let findingLimit = 1000

  /// The weightiest finding; nil if there is none above a note.
  public var verdict: CheckFinding.Severity? {
    findings.map(\.severity).max().flatMap { $0 == .note ? nil : $0 }
  }

  /// Whether nothing but notes was found.
  public var isClean: Bool { verdict == nil }

  /// Adds a finding; beyond the limit only counts it, unless it is weightier than all before.
  mutating func add(_ finding: CheckFinding) {
    guard findings.count < Self.findingLimit || finding.severity > (findings.map(\.severity).max() ?? .note)
    else {
      omitted += 1
      return
    }
    findings.append(finding)
  }
}
