#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread of the system that runs jobs one after the other. It starts with the first job and ends when the
/// worker goes, or with `finish`.
package final class Worker: Sendable {
  private let core = Core()

  package init() {}

  deinit {
    core.end()
    core.detach()
  }

  /// Runs a job as soon as the ones before it are done, or that much later.
  ///
  /// - Returns: false if there is no thread to run it: the worker has finished, or the system refused one.
  @discardableResult
  package func submit(afterMilliseconds delay: Int = 0, _ job: @escaping @Sendable () -> Void) -> Bool {
    core.submit(Job(due: SystemCalls.monotonicMilliseconds() + Int64(delay), body: job))
  }

  /// Runs what is due, drops what is not, and waits for the thread to end. Later jobs are dropped.
  package func finish() {
    core.end()
    core.join()
  }

  fileprivate struct Job: Sendable {
    var due: Int64
    var body: @Sendable () -> Void
  }

  /// What the thread holds on to; the worker itself may go while it runs.
  fileprivate final class Core: Sendable {
    private struct State {
      var jobs: [Job] = []
      var thread: pthread_t?
      var isEnding = false
    }

    private let state = Lock(State())
    private let changed = Signal()

    func submit(_ job: Job) -> Bool {
      let isTaken = state.withLock { state in
        guard !state.isEnding else { return false }
        if state.thread == nil { state.thread = start() }
        guard state.thread != nil else { return false }
        state.jobs.append(job)
        return true
      }
      if isTaken { changed.raise() }
      return isTaken
    }

    func end() {
      state.withLock { $0.isEnding = true }
      changed.raise()
    }

    func join() {
      if let thread = takeThread() { pthread_join(thread, nil) }
    }

    /// Lets the thread end by itself. The worker may go on its own thread, with the last job.
    func detach() {
      if let thread = takeThread() { pthread_detach(thread) }
    }

    private func takeThread() -> pthread_t? {
      state.withLock { state in
        defer { state.thread = nil }
        return state.thread
      }
    }

    private func start() -> pthread_t? {
      var thread = pthread_t()
      let core = Unmanaged.passRetained(self)
      let result = pthread_create(
        &thread,
        nil,
        { argument in
          if let argument { Unmanaged<Core>.fromOpaque(argument).takeRetainedValue().run() }
          return nil
        },
        core.toOpaque()
      )
      if result == 0 { return thread }
      core.release()
      return nil
    }

    /// What the thread does.
    private func run() {
      while true {
        let value = changed.value
        let now = SystemCalls.monotonicMilliseconds()
        let (job, wait, isOver) = state.withLock { state -> (Job?, Int64?, Bool) in
          guard let next = state.jobs.indices.min(by: { state.jobs[$0].due < state.jobs[$1].due }) else {
            return (nil, nil, state.isEnding)
          }
          let due = state.jobs[next].due
          if due <= now { return (state.jobs.remove(at: next), nil, false) }
          return (nil, due - now, state.isEnding)
        }
        if let job {
          job.body()
        } else if isOver {
          return
        } else if let wait {
          changed.wait(past: value, microseconds: Int(wait) * 1000)
        } else {
          changed.wait(past: value)
        }
      }
    }
  }
}
