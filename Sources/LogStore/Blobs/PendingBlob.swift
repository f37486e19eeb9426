/// A blob that no commit has taken yet. When the last reference to it goes before one has, its file is removed.
public final class PendingBlob: Sendable {
  private enum State: Sendable {
    /// Under the temporary name, perhaps not whole.
    case written(BlobReference?)
    /// Under its own name, durable.
    case named(BlobReference)
    /// It belongs to the store, or is gone.
    case ended(BlobReference?)

    var reference: BlobReference? {
      switch self {
      case .written(let reference), .ended(let reference): reference
      case .named(let reference): reference
      }
    }
  }

  let id: BlobID
  private let blobs: BlobStore
  private let state = Lock(State.written(nil))

  init(_ id: BlobID, in blobs: BlobStore) {
    self.id = id
    self.blobs = blobs
  }

  deinit { remove() }

  /// What the record has to name.
  public var reference: BlobReference {
    state.withLock { $0.reference } ?? BlobReference(id: id, length: 0, hash: 0)
  }

  /// Whether it belongs to a store.
  func belongs(to other: BlobStore) -> Bool { blobs === other }

  /// Whether its name is still to be made durable. nil if it was taken, or is gone.
  var needsName: Bool? {
    state.withLock { state in
      switch state {
      case .written: true
      case .named: false
      case .ended: nil
      }
    }
  }

  /// Notes that the value is whole.
  func end(_ reference: BlobReference) { state.withLock { $0 = .written(reference) } }

  /// Notes that the file has its own name.
  func noteName() {
    state.withLock { state in
      if case .written(let reference?) = state { state = .named(reference) }
    }
  }

  /// Notes that a commit has taken it, or may have.
  func release() {
    state.withLock { $0 = .ended($0.reference) }
    blobs.forget(id)
  }

  /// Removes the file, unless a commit has taken it. What cannot be removed goes at the next opening.
  func remove() {
    let name: String? = state.withLock { state in
      defer { state = .ended(state.reference) }
      switch state {
      case .written: return blobs.files.paths.temporaryBlob(id)
      case .named: return blobs.files.paths.blob(id)
      case .ended: return nil
      }
    }
    guard let name else { return }
    blobs.discard(id, at: name)
  }

  /// The error of a write that failed.
  static func failure(_ error: StorageIOError) -> StoreError {
    StoreError(error, tried: "write a blob", code: error.isOutOfSpace ? .outOfSpace : .inputOutput)
  }
}
