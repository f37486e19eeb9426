/// Runs the work of one context.
public protocol ModelExecutor: Executor {
  /// The context. Only work of the executor may use it.
  var modelContext: ModelContext { get }
}

/// Runs the work of one context, one job after the other.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}
