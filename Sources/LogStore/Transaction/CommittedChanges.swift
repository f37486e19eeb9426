/// What one commit changed: enough to bring a context up to date without keeping a snapshot.
public struct CommittedChanges: Sendable {
  /// What happened to an object.
  public enum Kind: UInt8, Sendable {
    /// It did not exist before.
    case inserted = 1
    /// Some of its values or targets differ.
    case updated = 2
    /// It does not exist any more.
    case deleted = 3
  }

  /// One object.
  public struct Change: Sendable {
    /// The object.
    public var id: ObjectID
    /// What happened.
    public var kind: Kind
    /// Properties whose values differ; empty for insertions and deletions.
    public var properties: [PropertyID]

    package init(id: ObjectID, kind: Kind, properties: [PropertyID]) {
      self.id = id
      self.kind = kind
      self.properties = properties
    }
  }

  /// Number of the commit.
  public var sequence: SequenceNumber
  /// Milliseconds since 1970, as the clock stood at the commit.
  public var time: Int64
  /// Who made it.
  public var author: String
  /// The objects.
  public var changes: [Change]

  package init(sequence: SequenceNumber, time: Int64, author: String, changes: [Change]) {
    self.sequence = sequence
    self.time = time
    self.author = author
    self.changes = changes
  }
}
