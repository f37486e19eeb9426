/// An actor with a context of its own, whose work runs off the main thread. `@ModelActor` writes the
/// conformance.
public protocol ModelActor: Actor {
  /// The container that the context works on.
  nonisolated var modelContainer: ModelContainer { get }
  /// Runs the actor's work.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// Runs the actor's work.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    if let executor = modelExecutor as? any SerialModelExecutor { return executor.asUnownedSerialExecutor() }
    return MainActor.sharedUnownedExecutor
  }

  /// The context of the actor.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The object with an identity; nil if there is none, or if it is of another class.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
    // Whoever wants to know why there is none asks `existingModel(for:)`.
    try? modelContext.existingModel(for: id)
  }
}
