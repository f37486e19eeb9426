/// The name under which SwiftData programs know errors of the object layer.
public typealias SwiftDataError = ObjectGraphError

// The names that SwiftData's errors have, for `catch SwiftDataError.unknownSchema`. Each stands for a family of
// cases; what a library throws says more than they do.
extension ObjectGraphError {
  /// The classes do not make a schema.
  public static var unsupportedSchema: ObjectGraphError {
    .invalidSchema(entity: "", property: nil, reason: "unsupported")
  }
  /// A class is not part of the container's schema.
  public static var unknownSchema: ObjectGraphError { .unknownEntity(name: "", store: "") }
  /// The store cannot be opened with the configuration and the models.
  public static var loadIssueModelContainer: ObjectGraphError {
    .store(message: "the container cannot be loaded")
  }
  /// The values of an object break a rule of its class.
  public static var modelValidationFailure: ObjectGraphError { .validation([]) }
  /// An object belongs to no context, or to another one.
  public static var missingModelContext: ObjectGraphError {
    .foreignObject(entity: "object", reason: "it belongs to no context")
  }
  /// A sort descriptor cannot be evaluated.
  public static var unsupportedSortDescriptor: ObjectGraphError { .unsupportedFeature("sort descriptor") }

  /// Whether an error is one of those that a name stands for.
  public static func ~= (name: ObjectGraphError, error: any Error) -> Bool {
    guard let error = error as? ObjectGraphError else { return false }
    switch (name, error) {
    case (.invalidSchema, .invalidSchema), (.invalidSchema, .ambiguousInverse): return true
    case (.unknownEntity, .unknownEntity): return true
    case (.store, .store), (.store, .schemaMismatch): return true
    case (.validation, .validation), (.validation, .uniquenessViolation), (.validation, .deleteDenied):
      return true
    case (.foreignObject, .foreignObject), (.unsupportedFeature, .unsupportedFeature): return true
    default: return false
    }
  }
}
