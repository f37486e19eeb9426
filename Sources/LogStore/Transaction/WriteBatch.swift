/// The changes of one commit, as a program states them: objects with their values, and the targets of
/// to-many relationships. The graph rules complete them when the batch is committed.
///
/// An object may occur once among insertions, updates and deletions.
public struct WriteBatch: Sendable {
  /// What happens to an object.
  enum Kind: Sendable {
    case insert
    case update
    case delete
  }

  /// One object of the batch: plain numbers, so that many of them cost no reference counting.
  struct Entry: Sendable {
    /// Number of a set of properties that holds all of them.
    static let allProperties: Int32 = -1

    var kind: Kind
    var id: ObjectID
    /// Number of the payload's layout in `layouts`; of no meaning for a deletion.
    var layout: Int32 = 0
    /// Where the payload stands in `arena`.
    var payload = 0..<0
    /// Properties that the program assigned (insert) or changed (update), by their number in `propertySets`.
    var changed = Entry.allProperties
    /// The version that the program had read; 0 if it does not care.
    var baseVersion: SequenceNumber
  }

  /// The targets of one to-many relationship of one object.
  struct Members: Sendable {
    var relationship: PropertyID
    var owner: ObjectID
    var targets: [ObjectID]
  }

  /// Who makes the change; kept in the history.
  public var author: String
  /// What a collision of unique values means.
  public var uniqueness: UniquenessPolicy
  /// Whether an update of an object that was changed after its base version makes the commit throw `conflict`.
  /// Otherwise it is merged property by property.
  public var refusesStale = false
  /// Whether objects that to-one relationships name may come with a later commit, and numbers of targets need to be
  /// right only then: for those who bring a whole graph in several commits, and check it in the end.
  package var defersReferences = false
  private(set) var entries: [Entry] = []
  private(set) var members: [Members] = []
  private(set) var arena: [UInt8] = []
  private(set) var layouts: [RecordLayout] = []
  private(set) var propertySets: [Set<PropertyID>] = []
  /// Blobs that the commit makes part of the store, as far as its records name them.
  private(set) var blobs: [PendingBlob] = []

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

  /// Whether a compaction will as a rule give back more than the commit takes: it deletes, adds no object, and changes
  /// others by no more than a block for each object that goes.
  var givesSpaceBack: Bool {
    let deletions = entries.count { $0.kind == .delete }
    guard deletions > 0, !entries.contains(where: { $0.kind == .insert }) else { return false }
    return sizeHint - author.utf8.count <= (deletions + 1) * FormatConstants.blockSize
  }

  /// Removes an object; the delete rules of its relationships apply.
  public mutating func delete(_ id: ObjectID, baseVersion: SequenceNumber = 0) {
    entries.append(Entry(kind: .delete, id: id, baseVersion: baseVersion))
  }

  /// States the targets of a to-many relationship, in order.
  public mutating func setMembers(of owner: ObjectID, _ relationship: PropertyID, to targets: [ObjectID]) {
    members.append(Members(relationship: relationship, owner: owner, targets: targets))
  }

  /// Hands over a blob that a record of the batch names (`RecordWriter.append(blob:)`). The commit makes its file
  /// durable first. If no record names it after all (an upsert kept the stored value), the file is removed. If
  /// the commit fails, the blob is pending still, and another one can take it.
  public mutating func attach(_ blob: PendingBlob) {
    if !blobs.contains(where: { $0 === blob }) { blobs.append(blob) }
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
        layout: number(of: layout),
        payload: start..<arena.count,
        changed: number(of: changed),
        baseVersion: baseVersion
      )
    )
  }

  private mutating func number(of layout: RecordLayout) -> Int32 {
    if let known = layouts.lastIndex(where: { $0 === layout }) { return Int32(known) }
    layouts.append(layout)
    return Int32(layouts.count - 1)
  }

  private mutating func number(of properties: Set<PropertyID>?) -> Int32 {
    guard let properties else { return Entry.allProperties }
    // Objects that are changed together are changed alike as a rule.
    if propertySets.last != properties { propertySets.append(properties) }
    return Int32(propertySets.count - 1)
  }
}
