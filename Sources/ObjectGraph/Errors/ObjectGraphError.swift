/// What can go wrong in the object layer. Each case says on what it happened; `description` adds what to do.
public enum ObjectGraphError: Error, Sendable, CustomStringConvertible {
  /// One reason why a save was refused.
  public struct ValidationFailure: Sendable, Hashable, CustomStringConvertible {
    /// Entity of the object.
    public var entity: String
    /// Property that has no acceptable value.
    public var property: String
    /// The object.
    public var object: String
    /// What is wrong.
    public var reason: String
    /// The object at the other end of a relationship that the reason is about: entity and number.
    public var related: String?
    /// Entity, property, reason.
    public var description: String { "\(entity).\(property) of \(object): \(reason)" }
  }

  /// The store refused or failed.
  case store(message: String)
  /// The stored schema differs from that of the program; one entry for each difference.
  case schemaMismatch(store: String, differences: [String])
  /// The classes do not make a schema.
  case invalidSchema(entity: String, property: String?, reason: String)
  /// Several relationships could be the inverse.
  case ambiguousInverse(entity: String, property: String, candidates: [String])
  /// The class is not part of the container's schema.
  case unknownEntity(name: String, store: String)
  /// Values are missing or out of bounds; nothing was written.
  case validation([ValidationFailure])
  /// Two objects would have the same unique values.
  case uniquenessViolation(entity: String, properties: [String], message: String)
  /// An object is still referred to through a relationship that denies its deletion.
  case deleteDenied(entity: String, property: String, message: String)
  /// Another context changed or deleted an object in a way that cannot be merged.
  case conflict(message: String)
  /// Writing failed in such a way that nobody can tell yet whether the commit is stored; the changes are still
  /// pending. Opening the store again tells: `ModelContainer.outcome(ofSave:)`.
  case outcomeUnknown(sequence: UInt64, message: String)
  /// There is no key for the encrypted attributes: the message says where it was looked for. All else of the store is
  /// as it was.
  case missingKey(message: String)
  /// The key is not the one that the encrypted attributes of the store were written with. Nothing was changed.
  case wrongKey(message: String)
  /// An encrypted value, or the file with the data keys, was changed since it was written.
  case encryptionDamaged(message: String)
  /// The configuration does not allow saving.
  case saveNotAllowed(store: String)
  /// There is no such object.
  case missingObject(entity: String, id: String)
  /// A stored value could not be read as the type of its property.
  case faultFailed(entity: String, property: String, object: String, reason: String)
  /// A value cannot be encoded.
  case encodingFailed(entity: String, property: String, reason: String)
  /// Two objects of different contexts or containers were linked in a way that cannot be kept.
  case foreignObject(entity: String, reason: String)
  /// A predicate has no result on an object: arithmetic leaves the range of its type, a divisor is zero, a
  /// subscript is out of range, `!` finds nil. The message names object, property and operator.
  case arithmeticOverflow(message: String)
  /// A term of a predicate cannot be evaluated without the risk of a crash; nothing was evaluated.
  case unsupportedPredicate(term: String, entity: String)
  /// The feature is not there (yet).
  case unsupportedFeature(String)
  /// The enumeration's block changed objects although mutations were not announced.
  case contextChangedDuringEnumeration

  /// What happened, on what, and what to do next.
  public var description: String {
    switch self {
    case .store(let message): message
    case .schemaMismatch(let store, let differences):
      """
      the schema of the program differs from that of \(store): \
      \(differences.joined(separator: "; ")). Open it with the models it was written with
      """
    case .invalidSchema(let entity, let property, let reason):
      "\(entity)\(property.map { "." + $0 } ?? "") cannot be part of a schema: \(reason)"
    case .ambiguousInverse(let entity, let property, let candidates):
      """
      the inverse of \(entity).\(property) could be any of \(candidates.joined(separator: ", ")): \
      name it with @Relationship(inverse:) on one of the two sides
      """
    case .unknownEntity(let name, let store):
      "\(name) is not part of the schema of \(store): list it when the ModelContainer is made"
    case .validation(let failures):
      "nothing was saved: " + failures.map(\.description).joined(separator: "; ")
    case .uniquenessViolation(let entity, let properties, let message):
      "another \(entity) has the same \(properties.joined(separator: " and ")): \(message)"
    case .deleteDenied(let entity, let property, let message):
      "\(entity).\(property) denies the deletion: \(message)"
    case .conflict(let message): message
    case .outcomeUnknown(_, let message): message
    case .missingKey(let message): message
    case .wrongKey(let message): message
    case .encryptionDamaged(let message): message
    case .saveNotAllowed(let store):
      "\(store) was opened with allowsSave: false, so its changes cannot be saved"
    case .missingObject(let entity, let id): "there is no \(entity) with id \(id)"
    case .faultFailed(let entity, let property, let object, let reason):
      "\(entity).\(property) of \(object) could not be read: \(reason). Check the store with storectl check"
    case .encodingFailed(let entity, let property, let reason):
      "\(entity).\(property) cannot be stored: \(reason)"
    case .foreignObject(let entity, let reason): "the \(entity) cannot be linked: \(reason)"
    case .arithmeticOverflow(let message): message
    case .unsupportedPredicate(let term, let entity):
      """
      the predicate on \(entity) was not evaluated: '\(term)' holds a node or a type of number that is not \
      known here, and whose evaluation might crash. Leave the term out and test the fetched objects in Swift
      """
    case .unsupportedFeature(let text): text
    case .contextChangedDuringEnumeration:
      """
      the block of enumerate changed objects: pass allowEscapingMutations: true to keep the changes pending
      """
    }
  }
}
