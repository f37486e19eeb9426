import Synchronization

/// Disk space that a store keeps for what has to succeed on a full disk: recovery, deletion, compaction, closing
/// (FORMAT.md, "Full disk"). A file of zeros, as large as both halves of the log, to which nothing refers.
final class SpaceReserve: Sendable {
  private struct State {
    /// Bytes that it should have.
    var wanted: Int
    /// Bytes that it is known to have; nil before it was looked at.
    var held: Int?
  }

  private let io: any StorageIO
  private let paths: StorePaths
  /// Held while the file is written.
  private let state: Lock<State>
  private let whole = Atomic<Bool>(false)

  /// A reserve of that many bytes, which nobody has looked at yet.
  init(_ io: any StorageIO, _ paths: StorePaths, size: Int) {
    self.io = io
    self.paths = paths
    state = Lock(State(wanted: size))
  }

  /// Whether all of it is there. Does not wait for a reserve that is growing, which is whole as it was.
  var isWhole: Bool { whole.load(ordering: .acquiring) }

  /// Fills it up.
  ///
  /// - Throws: `ENOSPC`. What else keeps the file from being written is no reason to refuse commits: the store then
  ///   does without.
  func restore() throws(StorageIOError) {
    try state.withLock { state throws(StorageIOError) in try fill(&state, state.wanted) }
  }

  /// Makes it larger, and keeps it so.
  ///
  /// - Returns: false if there is no room; it then is as it was.
  func grow(by count: Int) -> Bool {
    state.withLock { state in
      let before = state
      do throws(StorageIOError) {
        try fill(&state, state.wanted + count)
        return true
      } catch {
        state.wanted = before.wanted
        cut(&state)
        return false
      }
    }
  }

  /// Takes growth back that was not needed.
  func shrink(by count: Int) {
    state.withLock { state in
      state.wanted -= count
      cut(&state)
    }
  }

  /// Cuts off what is not wanted. What stays is only more than is needed.
  private func cut(_ state: inout State) {
    guard let file = try? io.open(paths.reserve, .readWrite), let size = try? Int(clamping: file.size())
    else {
      return
    }
    if size > state.wanted { try? file.truncate(to: UInt64(state.wanted)) }
    state.held = min(size, state.wanted)
    whole.store(state.held == state.wanted, ordering: .releasing)
  }

  private func fill(_ state: inout State, _ wanted: Int) throws(StorageIOError) {
    state.wanted = wanted
    guard state.held != wanted else { return }
    do throws(StorageIOError) {
      let file = try io.open(paths.reserve, .createOrOpen)
      let present = try Int(clamping: file.size())
      // In one piece, and before anything is written where there is no room; fills the holes of a sparse copy.
      try file.reserve(upTo: UInt64(wanted))
      let zeros = [UInt8](repeating: 0, count: 1 << 16)
      for start in stride(from: present, to: wanted, by: zeros.count) {
        try file.write(Array(zeros[..<min(zeros.count, wanted - start)]), at: UInt64(start))
      }
      if present > wanted { try file.truncate(to: UInt64(wanted)) }
      if present != wanted { try file.sync() }
      // So that it is there after a loss of power too.
      if present == 0 { try io.syncDirectory(paths.root) }
    } catch {
      if error.isOutOfSpace { throw error }
    }
    state.held = wanted
    whole.store(true, ordering: .releasing)
  }

  /// Gives its space to whoever comes first.
  ///
  /// - Parameter keepsHalf: Whether only the first half of it is given: for what must leave a compaction room.
  /// - Returns: Bytes that are free now and were not before.
  @discardableResult
  func release(keepsHalf: Bool = false) -> Int {
    state.withLock { state in
      let kept = keepsHalf ? state.wanted / 2 : 0
      guard let file = try? io.open(paths.reserve, .readWrite), let size = try? file.size(), size > kept,
        (try? file.truncate(to: UInt64(kept))) != nil
      else { return 0 }
      state.held = kept
      whole.store(kept == state.wanted, ordering: .releasing)
      return Int(clamping: size) - kept
    }
  }
}
