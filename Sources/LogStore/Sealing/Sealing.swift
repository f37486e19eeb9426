/// Seals values of a store and opens them. The keys are read when the first value needs them.
///
/// All versions of an open store share one. Safe to use from any thread.
package final class Sealing: Sendable {
  /// What is known of the keys.
  private enum State: Sendable {
    case unread
    case open(SealingKeys)
    /// They cannot be had, for this reason.
    case locked(StoreError)
  }

  /// Identity of the store.
  let store: StoreID
  let paths: StorePaths
  let io: any StorageIO
  let source: StoreOptions.Encryption
  private let state = Lock(State.unread)

  init(store: StoreID, paths: StorePaths, io: any StorageIO, source: StoreOptions.Encryption) {
    self.store = store
    self.paths = paths
    self.io = io
    self.source = source
  }

  /// The list of data keys in the store's directory.
  var file: KeyringFile { KeyringFile(io: io, paths: paths, store: store) }

  /// The data keys.
  ///
  /// - Throws: `keyMissing`, `wrongKey`, `keysCorrupt`, `inputOutput`.
  func keys() throws(StoreError) -> SealingKeys {
    try state.withLock { state throws(StoreError) -> SealingKeys in
      switch state {
      case .open(let keys): return keys
      case .locked(let failure): throw failure
      case .unread:
        do throws(StoreError) {
          let keys = try load()
          state = .open(keys)
          return keys
        } catch {
          // What the disk refused once it may give later; a key that is wrong stays so.
          if error.code == .wrongKey || error.code == .keysCorrupt { state = .locked(error) }
          throw error
        }
      }
    }
  }

  /// The data keys for a program that is about to store the first sealed values of some entity: durable when it
  /// returns, whatever an earlier attempt left.
  ///
  /// - Parameter isFirst: Whether nothing was ever sealed in the store. Only then are keys made; and keys that an
  ///   attempt has left and that do not open are replaced.
  func prepare(isFirst: Bool) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      if case .open = state { return }
      do throws(StoreError) {
        let keys = try load()
        // A sync that failed, or a death behind the renaming, may have left what only the page cache knows.
        try file.sync()
        state = .open(keys)
      } catch {
        guard isFirst, error.code == .keyMissing || error.code == .wrongKey else { throw error }
        state = .open(try create())
      }
    }
  }

  /// Changes the list of data keys as it lies in the store, and goes on with the changed one once it is durable.
  ///
  /// - Throws: After a failure of the disk either list may be the one that counts; the next use reads it.
  func change(_ body: (SealingKeys) throws(StoreError) -> SealingKeys) throws(StoreError) {
    _ = try keys()
    try state.withLock { state throws(StoreError) in
      guard case .open(let known) = state, let keyring = try file.read() else { throw missing() }
      let changed = try body(try open(keyring, known: known.storeKey))
      state = .unread
      try file.write(changed.keyring)
      state = .open(changed)
    }
  }

  /// The data key with a number. One that another process has added since is found by reading the list anew.
  func key(_ id: UInt32) throws(StoreError) -> EncryptionKey? {
    if let key = try keys().key(id) { return key }
    return try state.withLock { state throws(StoreError) -> EncryptionKey? in
      guard case .open(let present) = state, let keyring = try file.read(),
        keyring.generation > present.keyring.generation
      else { return nil }
      let keys = try open(keyring, known: present.storeKey)
      state = .open(keys)
      return keys.key(id)
    }
  }
}
