/// Makes segments durable, and the other half of the log larger, before the next change of halves needs it.
///
/// Whoever syncs segments has to wait for it first: Linux tells of a failed write only once, and the one who is
/// told must be the one who reports it.
final class BackgroundSync: Sendable {
  /// A task: what was not synced when it was made.
  struct Task: Sendable {
    /// The epoch in whose middle it was made: all before that epoch is durable once it is done.
    var epoch: UInt64
    var segments: [any StorageFile]
    /// `seg/`, if a file in it is new.
    var directory: String?
    /// The half to double: its file and its size, and the reserve that grows with it.
    var half: (path: String, size: Int, reserve: SpaceReserve)?
  }

  /// How a task ended.
  struct Outcome: Sendable {
    var epoch: UInt64
    var hasGrown = false
    var failure: StorageIOError?
  }

  private enum State {
    case idle
    case running
    case ended(Outcome)
  }

  private let state = Lock(State.idle)
  private let ended = Signal()

  /// Notes that a task will be run.
  func begin() { state.withLock { $0 = .running } }

  /// Does the work. A half that cannot be doubled stays as it is.
  func run(_ task: Task, io: any StorageIO) {
    var outcome = Outcome(epoch: task.epoch)
    do throws(StorageIOError) {
      if !Sabotage.unsyncedSwitch.isOn {
        for file in task.segments { try LogWriter.sync(file) }
      }
      if let directory = task.directory, !Sabotage.unsyncedSegmentNames.isOn {
        try io.syncDirectory(directory)
      }
    } catch {
      outcome.failure = error
    }
    if outcome.failure == nil, let half = task.half { outcome.hasGrown = Self.double(half, io) }
    state.withLock { $0 = .ended(outcome) }
    ended.raise()
  }

  private static func double(
    _ half: (path: String, size: Int, reserve: SpaceReserve),
    _ io: any StorageIO
  ) -> Bool {
    if Sabotage.growthNotWritten.isOn { return true }
    // Not where that would be much of what is free. And a recovery on a full disk may need as much as both halves
    // hold.
    guard let free = try? io.freeBytes(half.path), free / 16 > half.size else { return false }
    guard half.reserve.grow(by: half.size) else { return false }
    let zeros = [UInt8](repeating: 0, count: min(half.size, 1 << 20))
    do throws(StorageIOError) {
      let file = try io.open(half.path, .readWrite)
      // An attempt whose sync failed may have left a size that only the cache knows.
      if try file.size() > UInt64(half.size) { try file.truncate(to: UInt64(half.size)) }
      for start in stride(from: half.size, to: 2 * half.size, by: zeros.count) {
        try file.write(zeros, at: UInt64(start))
      }
      try file.sync()
      return true
    } catch {
      half.reserve.shrink(by: half.size)
      return false
    }
  }

  /// The outcome of the task, once: nil if there is none.
  ///
  /// - Parameter waits: Whether to wait for a task that is running.
  func take(waits: Bool) -> Outcome? {
    while true {
      let value = ended.value
      let (outcome, isRunning) = state.withLock { state -> (Outcome?, Bool) in
        switch state {
        case .idle: return (nil, false)
        case .running: return (nil, true)
        case .ended(let outcome):
          state = .idle
          return (outcome, false)
        }
      }
      guard outcome == nil, isRunning, waits else { return outcome }
      ended.wait(past: value)
    }
  }
}
