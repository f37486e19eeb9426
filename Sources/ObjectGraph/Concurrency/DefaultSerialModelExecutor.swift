import Dispatch

/// Runs the work of a context on a queue of its own: never on the main thread, whoever makes the actor.
///
/// The context is for the work of this executor only, which is serial: nothing else keeps threads apart.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {  // see above
  /// The context. Only work of the executor may use it.
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "ObjectGraph.ModelExecutor")

  /// Takes over a context, which nobody else may use from now on.
  public init(modelContext: ModelContext) { self.modelContext = modelContext }

  /// Runs a job after all that came before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// The executor as the runtime knows it.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
