import LogStore

/// Threads of the system for tests, each running a closure of its own.
final class Threads {
  private var workers: [Worker] = []

  /// Starts one.
  func start(_ body: @escaping @Sendable () -> Void) {
    let worker = Worker()
    worker.submit(body)
    workers.append(worker)
  }

  /// Waits until all have ended.
  func join() {
    for worker in workers { worker.finish() }
    workers = []
  }
}
