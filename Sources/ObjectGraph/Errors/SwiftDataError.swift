/// The names under which SwiftData programs know errors of the object layer.
public enum SwiftDataError {
  /// The schema cannot be used.
  public static var unsupportedSchema: ObjectGraphError {
    .invalidSchema(entity: "", property: nil, reason: "unsupported")
  }
  /// A container cannot be made of the configuration.
  public static var loadIssueModelContainer: ObjectGraphError {
    .store(message: "the container cannot be loaded")
  }
  /// The predicate cannot be evaluated.
  public static var unsupportedPredicate: ObjectGraphError { .unsupportedFeature("predicate") }
  /// The sort descriptor cannot be evaluated.
  public static var unsupportedSortDescriptor: ObjectGraphError { .unsupportedFeature("sort descriptor") }
  /// The object belongs to no context.
  public static var missingModelContext: ObjectGraphError {
    .foreignObject(entity: "object", reason: "it belongs to no context")
  }
}
