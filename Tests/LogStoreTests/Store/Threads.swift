#if canImport(Glibc)
  import Glibc
#endif

/// Threads of the system for tests, each running a closure of its own.
final class Threads {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private var threads: [pthread_t] = []

  /// Starts one.
  func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    pthread_create(
      &thread,
      nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      },
      work
    )
    threads.append(thread)
  }

  /// Waits until all have ended.
  func join() {
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }
}
