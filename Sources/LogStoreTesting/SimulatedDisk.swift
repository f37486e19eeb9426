import LogStore

/// A disk in memory that loses power, fills up and fails as real ones do, the same way each time for the same
/// seed.
///
/// ## Fault model
///
/// The disk keeps two contents apart: what programs see (the page cache) and what is durable. Each change is
/// *pending* until a sync makes it durable. A loss of power (`losePower`) ends every process and leaves, of the
/// pending changes, any choice, independently and in any order:
///
/// * **Writes** are kept, lost or torn, by sectors of 512 bytes. A sector holds any of the versions that it had
///   since it was last durable, whole: never half of one. With `hasPowerSafeOverwrite` switched off, a sector that
///   was being written may also hold garbage.
/// * **Sizes** are changes of their own: a file may have grown without its data (zeros stand there), and data may
///   have been written without the size that shows them. A cut may be lost.
/// * **Names**: each creation, removal and renaming is kept or lost by itself, whatever became of the content. A
///   renaming is one change: the old name or the new one is there, not both. A file whose name is lost is gone
///   with its content, synced or not.
/// * `StorageFile.sync` (fdatasync) makes content and size of one file durable, not its name.
///   `StorageIO.syncDirectory` makes the names in one directory durable, not the content of the files; a renaming
///   becomes durable with the directory that it leads to.
/// * **O_DSYNC** (`FileAccess.durable`): a write is pending and then durable before it returns: the power can go
///   between. It makes its own sectors and the size of the file durable, not other pending writes.
/// * **A failed sync** leaves pages that pretend to be clean (no later sync writes them, a loss of power may keep or
///   lose each) or takes back what programs see; see `DiskFailure.Effect`. Overwriting and syncing such pages again
///   makes them durable.
/// * **Space**: writes and reservations beyond `capacity` fail with ENOSPC; a reservation does not survive a loss of
///   power. A file without a name takes space until its last handle is closed.
/// * **Calls fail** where a `DiskFailure` says so: the n-th, once or for ever, with EIO, ENOSPC or EINTR, having
///   done nothing, a part, or all of it.
///
/// `killProcess` ends the processes alone: what they wrote stays visible, their locks are free, their handles
/// fail. Not in the model: a sync that lies, damage to bytes that were durable, damaged memory.
///
/// Clock and randomness come from the seed and the calls made, from nothing else.
public final class SimulatedDisk: Sendable {
  let state: Lock<DiskState>

  /// An empty disk with a directory `/`.
  public init(seed: UInt64, options: SimulatedDiskOptions = SimulatedDiskOptions()) {
    state = Lock(DiskState(seed: seed, options: options))
  }

  init(_ state: DiskState) { self.state = Lock(state) }

  /// What a store is opened with.
  public var storage: SimulatedStorageIO { SimulatedStorageIO(disk: self) }

  /// Lets the power go and come back. Stores that were open on it are of no use afterwards: open them again.
  ///
  /// - Parameter loss: What becomes of pending changes; nil lets the seed choose.
  public func losePower(_ loss: PowerLoss? = nil) {
    state.withLock { state in
      let loss = loss ?? .random(seed: state.randomness.next())
      var next = state.afterPowerLoss(loss)
      next.recording = state.recording
      next.failures = state.failures
      state = next
    }
  }

  /// Ends the processes that have files open. Stores that were open are of no use afterwards.
  public func killProcess() {
    state.withLock { state in
      state.dropProcesses()
      state.trace?.append("the processes end")
    }
  }

  /// The pending changes, a line each.
  public var pendingChanges: [String] { state.withLock { $0.pending.map(\.description) } }

  /// Takes the place of another moment of the same disk: handles that are open here see what the files hold then, as
  /// those of a second process do.
  package func become(_ moment: DiskMoment) {
    state.withLock { state in
      var next = moment.state
      next.process = state.process
      state = next
    }
  }

  // MARK: Failures

  /// Adds a failure. Of several that are due at one call the first counts.
  public func add(_ failure: DiskFailure) { state.withLock { $0.failures.append(.init(failure: failure)) } }

  /// Changes how many bytes fit; nil for no bound.
  public func setCapacity(_ bytes: Int?) { state.withLock { $0.options.capacity = bytes } }

  /// Bytes that files take.
  public var usedBytes: Int { state.withLock { $0.usedBytes } }

  /// Damages a byte of a file, as programs see it and on the disk: what the fault model does not do by itself.
  ///
  /// - Parameter mask: The bits that change; the same call again takes the damage back.
  /// - Returns: Whether the file has a byte there.
  @discardableResult
  public func damage(_ path: String, at offset: Int, flipping mask: UInt8) -> Bool {
    state.withLock { $0.damage(path, at: offset, flipping: mask) }
  }

  /// Lets every call succeed again. What failed syncs have done stays.
  public func removeFailures() { state.withLock { $0.failures = [] } }

  /// Runs without failures, and without counting calls for them.
  public func withoutFailures<Result>(_ body: () throws -> Result) rethrows -> Result {
    let present = state.withLock { state in
      let present = (failures: state.failures, trace: state.trace)
      (state.failures, state.trace) = ([], nil)
      return present
    }
    defer {
      state.withLock { state in
        state.failures = present.failures + state.failures
        state.trace = present.trace
      }
    }
    return try body()
  }

  /// How many calls have failed as `DiskFailure`s wanted.
  public var failuresStruck: Int { state.withLock { $0.failuresStruck } }

  /// How many calls of some kinds there have been, failed ones included.
  public func callCount(_ calls: Set<DiskFailure.Call> = Set(DiskFailure.Call.allCases)) -> Int {
    state.withLock { state in
      state.calls.reduce(0) { calls.contains($1.key) ? $0 + $1.value : $0 }
    }
  }

  // MARK: Tracing

  /// Notes every call from now on, with its number among those that a `DiskFailure` counts.
  package func startTracing() { state.withLock { $0.trace = [] } }

  /// Adds a line to what is noted.
  package func note(_ line: @autoclosure () -> String) {
    guard state.withLock({ $0.trace != nil }) else { return }
    let line = line()
    state.withLock { $0.trace?.append(line) }
  }

  /// What has been noted, a line each.
  package var trace: [String] { state.withLock { $0.trace ?? [] } }

  // MARK: Every moment

  /// Notes, from now on, the disk at each moment at which the power could go: after each change, and after each
  /// sync.
  public func startRecording() { state.withLock { $0.recording = [] } }

  /// The moments since `startRecording`, or since the last call, in order.
  public func takeMoments() -> [DiskMoment] {
    state.withLock { state in
      let moments = state.recording ?? []
      if state.recording != nil { state.recording = [] }
      return moments.map(DiskMoment.init)
    }
  }

  /// Ends the recording and drops what it noted.
  public func stopRecording() { state.withLock { $0.recording = nil } }

  /// This moment.
  public func moment() -> DiskMoment {
    state.withLock { state in
      var copy = state
      copy.recording = nil
      copy.trace = nil
      copy.failures = []
      return DiskMoment(copy)
    }
  }

  /// A number that disks with the same durable names, sizes and bytes have in common. O(files + pages).
  public var digest: UInt64 { state.withLock { $0.digest } }
}
