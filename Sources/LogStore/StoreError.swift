/// What went wrong in a store: what was tried, where, what was found there, and what to do next.
public struct StoreError: Error, Sendable {
  /// The kinds of failure, for programs that react to them.
  public enum Code: String, Sendable, Hashable {
    /// There is nothing at the path.
    case storeMissing
    /// What is at the path is no store.
    case notAStore
    /// The store was written by a newer version of the format.
    case newerFormat
    /// Another process writes to the store.
    case storeLocked
    /// The store lies on a network file system, where locks and syncs cannot be relied on.
    case networkFileSystem
    /// The store was opened for reading only.
    case readOnly
    /// The store was closed.
    case closed
    /// An earlier write or sync failed; nothing can be written until the store is opened again.
    case poisoned
    /// The write that makes a commit durable failed: whether it happened is known after reopening.
    case commitOutcomeUnknown
    /// There is no room for the commit; nothing was changed.
    case outOfSpace
    /// The system refused an operation.
    case inputOutput
    /// No valid superblock, or one that contradicts the log.
    case superblockCorrupt
    /// A commit that must exist is missing from the write-ahead log.
    case walCorrupt
    /// A segment is missing or damaged.
    case segmentCorrupt
    /// The checkpoint is damaged.
    case checkpointCorrupt
    /// A record does not have the checksum or the shape it was written with.
    case recordCorrupt
    /// The catalog cannot be decoded.
    case catalogCorrupt
    /// The key of sealed values, or the file with the data keys, is not there.
    case keyMissing
    /// A key was given, and it is not that of the store.
    case wrongKey
    /// The file with the data keys is damaged.
    case keysCorrupt
    /// A sealed value does not open: it was changed, or belongs elsewhere.
    case sealCorrupt
    /// The file of an external blob is not there. All other values of the object can be read.
    case blobMissing
    /// The file of an external blob is not what the record asks for. All other values can be read.
    case blobDamaged
    /// The program's schema differs from the stored one.
    case schemaMismatch
    /// A declared schema contradicts itself.
    case invalidSchema
    /// Required values, counts or delete rules are violated; see `violations`.
    case validation
    /// Another object has the same unique values.
    case uniquenessViolation
    /// Another commit removed an object that the batch changes.
    case conflict
    /// The history does not reach back that far.
    case historyUnavailable
    /// Something is larger than the format allows.
    case limitExceeded
    /// Arithmetic in a filter would have trapped.
    case arithmetic
    /// The caller used an id, layout or property that the store does not know.
    case invalidArgument
  }

  /// One rule that a commit would have broken.
  public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// The rule.
    public enum Rule: String, Sendable, Hashable {
      /// A property that is not optional has no value.
      case requiredValue
      /// A relationship has fewer targets than it must have.
      case minimumCount
      /// A relationship has more targets than it may have.
      case maximumCount
      /// The object still has targets whose relationship forbids its deletion.
      case deleteDenied
      /// The entity is abstract: only its sub-entities have objects.
      case abstractEntity
      /// A reference leads to an object that does not exist, or is of another kind than the relationship wants.
      case danglingReference
      /// Another object has the same value of a property, or of all properties of a set, that must not occur twice.
      case uniqueValue
    }
    /// The entity of the object.
    public var entity: String
    /// The object.
    public var object: ObjectID
    /// The attribute or relationship.
    public var property: String
    /// The rule.
    public var rule: Rule
    /// What was found, in words.
    public var found: String
    /// The entity of the object at the other end, if one is concerned.
    public var relatedEntity: String?
    /// The object at the other end, if one is concerned.
    public var related: ObjectID?

    /// Entity, object, property and what is wrong with it.
    public var description: String { "\(entity) \(object).\(property): \(found)" }

    package init(
      entity: String,
      object: ObjectID,
      property: String,
      rule: Rule,
      found: String,
      relatedEntity: String? = nil,
      related: ObjectID? = nil
    ) {
      self.entity = entity
      self.object = object
      self.property = property
      self.rule = rule
      self.found = found
      self.relatedEntity = relatedEntity
      self.related = related
    }
  }

  /// The kind of failure.
  public var code: Code
  /// What was tried, as a verb phrase: "open the store".
  public var tried: String
  /// The file or directory concerned.
  public var path: String?
  /// The byte in that file.
  public var offset: UInt64?
  /// What was found instead of what was expected.
  public var found: String
  /// What to do next.
  public var remedy: String
  /// The objects concerned.
  public var objects: [ObjectID]
  /// All broken rules of a refused commit.
  public var violations: [Violation]
  /// All differences of a refused schema, a line each.
  public var differences: [String]
  /// Number of the commit whose outcome is unknown.
  public var sequence: SequenceNumber?

  package init(
    _ code: Code,
    tried: String,
    path: String? = nil,
    offset: UInt64? = nil,
    found: String,
    remedy: String,
    objects: [ObjectID] = [],
    violations: [Violation] = [],
    differences: [String] = [],
    sequence: SequenceNumber? = nil
  ) {
    self.code = code
    self.tried = tried
    self.path = path
    self.offset = offset
    self.found = found
    self.remedy = remedy
    self.objects = objects
    self.violations = violations
    self.differences = differences
    self.sequence = sequence
  }

  /// Wraps a failure of the system.
  package init(_ error: StorageIOError, tried: String, code: Code = .inputOutput) {
    self.init(
      code,
      tried: tried,
      path: error.path,
      found: error.description,
      remedy: "Mend what the system reports and try again."
    )
  }

  /// The error of a group of commits, told of one of them.
  func about(_ sequence: SequenceNumber) -> StoreError {
    guard code == .commitOutcomeUnknown else { return self }
    var error = self
    error.tried = "make commit \(sequence) durable"
    error.sequence = sequence
    return error
  }

  /// Arithmetic in a filter that would have trapped.
  package static func arithmetic(_ operation: String, object: ObjectID, property: String) -> StoreError {
    StoreError(
      .arithmetic,
      tried: "evaluate a filter on object \(object)",
      found: property.isEmpty ? operation : "\(operation) at \(property)",
      remedy: "Exclude such values by an earlier condition of the filter, or compute in a wider type.",
      objects: [object]
    )
  }
}

extension StoreError: CustomStringConvertible {
  /// One paragraph: what was tried, where, what was found, what to do.
  public var description: String {
    var text = "could not \(tried)"
    if let path { text += " (\(path)" + (offset.map { ", byte \($0)" } ?? "") + ")" }
    text += ": \(found)"
    for violation in violations.prefix(20) { text += "\n  \(violation)" }
    if violations.count > 20 { text += "\n  and \(violations.count - 20) more" }
    for difference in differences { text += "\n  \(difference)" }
    return text + (text.hasSuffix(".") || !differences.isEmpty || !violations.isEmpty ? " " : ". ") + remedy
  }
}
