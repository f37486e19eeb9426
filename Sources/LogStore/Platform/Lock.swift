#if LOGSTORE_PTHREAD_LOCK
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// State behind a mutual exclusion lock.
  ///
  /// This is the form for builds under the thread sanitizer, which sees through `pthread_mutex_t` but not
  /// through the futex inside `Synchronization.Mutex` and would report every use as a race.
  package struct Lock<State: ~Copyable>: ~Copyable, Sendable {
    /// Addresses as numbers, since pointers are not `Sendable`. Both are set by `init` and freed by `deinit`.
    private let mutex: UInt
    private let state: UInt

    /// Locks away an initial state.
    package init(_ initialState: consuming sending State) {
      let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
      state.initialize(to: initialState)
      self.mutex = UInt(bitPattern: mutex)
      self.state = UInt(bitPattern: state)
    }

    deinit {
      if let pointer = UnsafeMutablePointer<State>(bitPattern: state) {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
      }
      if let pointer = UnsafeMutablePointer<pthread_mutex_t>(bitPattern: mutex) {
        pthread_mutex_destroy(pointer)
        pointer.deallocate()
      }
    }

    /// Runs the body with exclusive access to the state. Not recursive.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      let mutex = UnsafeMutablePointer<pthread_mutex_t>(bitPattern: mutex).unsafelyUnwrapped
      let state = UnsafeMutablePointer<State>(bitPattern: state).unsafelyUnwrapped
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  }
#else
  package import Synchronization

  /// State behind a mutual exclusion lock: `Synchronization.Mutex` under a name of ours, so that a build
  /// for the thread sanitizer can put another lock in its place (`-DLOGSTORE_PTHREAD_LOCK`).
  package struct Lock<State: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>

    /// Locks away an initial state.
    @inlinable
    package init(_ initialState: consuming sending State) {
      mutex = Mutex(initialState)
    }

    /// Runs the body with exclusive access to the state. Not recursive.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  }
#endif
