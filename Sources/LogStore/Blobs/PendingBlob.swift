/// A value in a file of its own that no commit has taken yet. When the last reference to it goes before one has,
/// its file is removed.
public final class PendingBlob: Sendable {
  private enum Place: Sendable {
    /// Whole and durable, under the temporary name.
    case temporary
    /// Under its own name, perhaps in the cache only.
    case renamed
    /// Under its own name, durable.
    case named
    /// It belongs to the store, or is gone.
    case ended
  }

  private struct State: Sendable {
    var place = Place.temporary
    /// Whether a commit has it in hand: no other one may touch it.
    var isClaimed = false
  }

  /// What the record has to name.
  public let reference: BlobReference
  private let blobs: BlobStore
  private let process: ProcessIdentity
  private let state = Lock(State())

  init(_ reference: BlobReference, in blobs: BlobStore) {
    self.reference = reference
    self.blobs = blobs
    process = blobs.io.process
  }

  deinit { remove() }

  var id: BlobID { reference.id }

  /// Takes it for one commit.
  ///
  /// - Throws: `invalidArgument` if it is of another store, was committed before, or is part of another commit now.
  func claim(for other: BlobStore) throws(StoreError) {
    let problem: String? = state.withLock { state in
      if blobs !== other { return "it belongs to another store" }
      if state.place == .ended { return "it was committed before" }
      if state.isClaimed { return "another commit has it" }
      state.isClaimed = true
      return nil
    }
    guard let problem else { return }
    throw StoreError(
      .invalidArgument,
      tried: "commit blob \(id)",
      path: other.paths.blobs,
      found: problem,
      remedy: "Write the value anew for each commit."
    )
  }

  /// Gives it back after a commit that did not happen, for another one.
  func giveBack() { state.withLock { $0.isClaimed = false } }

  /// Whether its own name is still to be made durable.
  var needsName: Bool { state.withLock { $0.place == .temporary || $0.place == .renamed } }

  /// Whether it is still under its temporary name.
  var isTemporary: Bool { state.withLock { $0.place == .temporary } }

  /// Notes that the file has its own name, of which only the cache may know.
  func noteRename() { state.withLock { $0.place = .renamed } }

  /// Notes that its name is durable.
  func noteName() { state.withLock { $0.place = .named } }

  /// Notes that a commit has taken it, or may have.
  func release() {
    state.withLock { $0.place = .ended }
    blobs.forget(id)
  }

  /// Removes the file, unless a commit has taken it. What cannot be removed goes at the next opening. A fork of the
  /// process leaves it alone.
  func remove() {
    let name: String? = state.withLock { state in
      defer { state.place = .ended }
      switch state.place {
      case .temporary: return blobs.paths.temporaryBlob(id)
      case .renamed, .named: return blobs.paths.blob(id)
      case .ended: return nil
      }
    }
    guard let name, blobs.io.process == process else { return }
    blobs.discard(id, at: name)
  }

  /// The error of a write that failed.
  static func failure(_ error: StorageIOError) -> StoreError {
    StoreError(error, tried: "write a blob", code: error.isOutOfSpace ? .outOfSpace : .inputOutput)
  }
}
