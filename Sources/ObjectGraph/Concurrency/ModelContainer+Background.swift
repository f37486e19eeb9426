extension ModelContainer {
  /// An actor that lends its context to one piece of work.
  private actor Worker: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor

    init(_ container: ModelContainer) {
      modelContainer = container
      modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
    }

    func run<Result: Sendable>(_ work: @Sendable (ModelContext) throws -> Result) throws -> Result {
      try work(modelContext)
    }
  }

  /// A context that belongs to whoever asks for it and does not save by itself.
  public func newBackgroundContext() -> ModelContext { ModelContext(self) }

  /// Does some work in a context of its own, off the main thread. What the work does not save is dropped.
  public func performBackgroundTask<Result: Sendable>(
    _ work: @escaping @Sendable (ModelContext) throws -> Result
  ) async throws -> Result {
    try await Worker(self).run(work)
  }
}
