/// The changes of one commit, as a program states them: objects with their values, and the targets of
/// to-many relationships. The graph rules complete them when the batch is committed.
///
/// An object may occur once among insertions, updates and deletions.
public struct WriteBatch: Sendable {
  /// What happens to an object.
  package enum Kind: Sendable {
    case insert
    case update
    case delete
  }

  /// One object of the batch.
  package struct Entry: Sendable {
    package var kind: Kind
    package var id: ObjectID
    package var entity: EntityID
    /// Layout of the payload; nil for a deletion.
    package var layout: RecordLayout?
    /// Where the payload stands in `arena`.
    package var payload: Range<Int>
    /// Properties that the program assigned (insert) or changed (update).
    package var changed: Set<PropertyID>?
    /// The version that the program had read; 0 if it does not care.
    package var baseVersion: SequenceNumber
  }

  /// The targets of one to-many relationship of one object.
  package struct Members: Sendable {
    package var relationship: PropertyID
    package var owner: ObjectID
    package var targets: [ObjectID]
  }

  /// Who makes the change; kept in the history.
  public var author: String
  /// What a collision of unique values means.
  public var uniqueness: UniquenessPolicy
  /// Whether an update of an object that was changed after its base version makes the commit throw `conflict`.
  /// Otherwise it is merged property by property.
  public var refusesStale = false
  package private(set) var entries: [Entry] = []
  package private(set) var members: [Members] = []
  package private(set) var arena: [UInt8] = []

  /// Makes an empty batch.
  public init(author: String = "", uniqueness: UniquenessPolicy = .upsert) {
    self.author = author
    self.uniqueness = uniqueness
  }

  /// Whether nothing is to be done.
  public var isEmpty: Bool { entries.isEmpty && members.isEmpty }

  /// Bytes of records that the batch will probably make. Rules of the graph may add some.
  var sizeHint: Int {
    arena.count + entries.count * 64 + members.reduce(0) { $0 + 64 * $1.targets.count } + author.utf8.count
      + 64
  }

  /// Adds an object whose id was taken from `Store.newObjectID()`.
  ///
  /// - Parameter changed: The properties that were assigned; nil means all. An upsert keeps the stored
  ///   values of the others.
  package mutating func insert(
    _ id: ObjectID,
    layout: RecordLayout,
    payload: UnsafeRawBufferPointer,
    changed: Set<PropertyID>? = nil
  ) {
    append(.insert, id, layout, payload, changed, 0)
  }

  /// Replaces the values of an object.
  ///
  /// - Parameters:
  ///   - changed: The properties that differ from the version read. Where another commit came between, the
  ///     values of the other properties are taken from the newest version.
  ///   - baseVersion: The version that the values were read from.
  package mutating func update(
    _ id: ObjectID,
    layout: RecordLayout,
    payload: UnsafeRawBufferPointer,
    changed: Set<PropertyID>?,
    baseVersion: SequenceNumber
  ) {
    append(.update, id, layout, payload, changed, baseVersion)
  }

  /// Removes an object; the delete rules of its relationships apply.
  public mutating func delete(_ id: ObjectID, baseVersion: SequenceNumber = 0) {
    entries.append(
      Entry(
        kind: .delete,
        id: id,
        entity: EntityID(rawValue: 0),
        layout: nil,
        payload: 0..<0,
        changed: nil,
        baseVersion: baseVersion
      )
    )
  }

  /// States the targets of a to-many relationship, in order.
  public mutating func setMembers(of owner: ObjectID, _ relationship: PropertyID, to targets: [ObjectID]) {
    members.append(Members(relationship: relationship, owner: owner, targets: targets))
  }

  private mutating func append(
    _ kind: Kind,
    _ id: ObjectID,
    _ layout: RecordLayout,
    _ payload: UnsafeRawBufferPointer,
    _ changed: Set<PropertyID>?,
    _ baseVersion: SequenceNumber
  ) {
    let start = arena.count
    arena.append(contentsOf: payload)
    entries.append(
      Entry(
        kind: kind,
        id: id,
        entity: layout.entity,
        layout: layout,
        payload: start..<arena.count,
        changed: changed,
        baseVersion: baseVersion
      )
    )
  }
}
