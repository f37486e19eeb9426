import Dispatch
import Foundation
import LogStore

/// The contexts of the main actor that have something to save.
///
/// It holds them until it is saved, so that changes are not lost with the last reference to a container. A
/// turn of the main actor of its own saves a context when its time has come; a program that never lets the
/// main actor take turns is served when it exits.
final class AutosaveSchedule: Sendable {
  /// A context of the main actor.
  private struct Entry: @unchecked Sendable {  // the context is used in turns of the main actor only
    let context: ModelContext
  }

  /// Tells that code runs on the main queue.
  private struct MainQueueMark: @unchecked Sendable {  // the key never changes
    let key = DispatchSpecificKey<Bool>()
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var next = 1
  }

  /// The schedule of the process.
  static let shared = AutosaveSchedule()

  private let state = Lock(State())
  private let mark = MainQueueMark()

  private init() {
    DispatchQueue.main.setSpecific(key: mark.key, value: true)
    atexit { AutosaveSchedule.shared.saveAtExit() }
  }

  /// Has a context saved after some seconds.
  ///
  /// - Returns: What `remove` takes.
  func add(_ context: ModelContext, after delay: TimeInterval) -> Int {
    let entry = Entry(context: context)
    let ticket = state.withLock { state in
      defer { state.next += 1 }
      state.entries[state.next] = entry
      return state.next
    }
    Task { @MainActor in
      // Only a cancelled sleep throws, and nobody has the task to cancel it.
      try? await Task.sleep(for: .seconds(delay))
      self.entry(ticket)?.context.autosave()
    }
    return ticket
  }

  /// Forgets a context.
  func remove(_ ticket: Int) { _ = state.withLock { $0.entries.removeValue(forKey: ticket) } }

  private func entry(_ ticket: Int) -> Entry? { state.withLock { $0.entries[ticket] } }

  /// Saves what is left, in the order in which it was changed. Contexts belong to the main actor: if the
  /// process is ended from anywhere else, the main actor may be at work in them.
  private func saveAtExit() {
    let left = state.withLock { $0.entries.sorted { $0.key < $1.key }.map(\.value) }
    guard !left.isEmpty else { return }
    guard Thread.isMainThread || DispatchQueue.getSpecific(key: mark.key) == true else {
      return Self.warn(
        "the process was ended outside of the main actor: changes of \(left.count) contexts are not saved"
      )
    }
    for entry in left { entry.context.autosave() }
  }

  /// Writes a line to standard error. Where that is closed, nobody wants to know.
  static func warn(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("ObjectGraph: \(text)\n".utf8))
  }
}
