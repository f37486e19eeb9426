import LogStore

/// Shows on a line of its own, which it wipes in the end, that a long command goes on: how much it has read
/// and written.
final class ProgressMeter: Sendable {
  private struct State {
    var read: UInt64 = 0
    var written: UInt64 = 0
    /// When the line is due next; nil before the first call.
    var due: Int64?
    var isShown = false
    var hasEnded = false
  }

  /// Milliseconds before the first line, and between two.
  private static let delay: Int64 = 300

  private let name: String
  private let clock: any StorageIO
  private let show: @Sendable (String) -> Void
  private let state = Lock(State())

  /// - Parameters:
  ///   - name: What goes on, in a word.
  ///   - show: Writes to the terminal.
  init(_ name: String, clock: any StorageIO, show: @escaping @Sendable (String) -> Void) {
    self.name = name
    self.clock = clock
    self.show = show
  }

  /// Notes bytes that went through.
  func note(read: Int = 0, written: Int = 0) {
    let now = clock.now()
    state.withLock { state in
      state.read += UInt64(read)
      state.written += UInt64(written)
      guard let due = state.due else {
        state.due = now + Self.delay
        return
      }
      guard now >= due, !state.hasEnded else { return }
      state.due = now + Self.delay
      state.isShown = true
      let tail = state.written > 0 ? ", \(SizeText.readable(state.written)) written" : ""
      show("\r\(name): \(SizeText.readable(state.read)) read\(tail)\u{1B}[K")
    }
  }

  /// Wipes the line, for good: what follows is the answer.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      if state.isShown { show("\r\u{1B}[K") }
      state.isShown = false
    }
  }
}
