/// Getting at the data keys.
extension Sealing {
  /// Reads the list of data keys and opens it.
  func load() throws(StoreError) -> SealingKeys {
    guard let keyring = try file.read() else { throw missing() }
    return try open(keyring)
  }

  /// That there is no list of data keys.
  func missing() -> StoreError {
    StoreError(
      .keyMissing,
      tried: "open the data keys",
      path: paths.keys,
      found: "there is no file KEYS: nothing was ever sealed in the store, or the file is lost",
      remedy: "If values were sealed, restore the file from a backup of this store."
    )
  }

  /// Opens a list of data keys with the key that the program gives.
  ///
  /// - Parameter known: The key that an earlier list was sealed under, which is tried first.
  func open(_ keyring: Keyring, known: EncryptionKey? = nil) throws(StoreError) -> SealingKeys {
    let nonces = NonceSource(io)
    let wrap = KeyWrap(store: store, nonces: nonces)
    func opens(_ key: EncryptionKey) throws(StoreError) -> Bool {
      try ciphering { () throws(SealingError) in try wrap.opens(keyring.check, under: key) }
    }
    let storeKey: EncryptionKey
    if let known, try opens(known) {
      storeKey = known
    } else {
      storeKey = try self.storeKey(from: source, for: keyring.derivation)
      guard try opens(storeKey) else { throw wrongKey(keyring.derivation) }
    }
    var keys: [UInt32: EncryptionKey] = [:]
    for entry in keyring.entries where entry.state != .shredded {
      guard let key = try ciphering({ () throws(SealingError) in try wrap.unwrap(entry, under: storeKey) })
      else {
        throw StoreError(
          .keysCorrupt,
          tried: "open data key \(entry.id)",
          path: paths.keys,
          found: "it was changed since it was sealed",
          remedy:
            "Restore the file KEYS from a backup of this store; all else of the store can be read without it."
        )
      }
      keys[entry.id] = key
    }
    guard let primary = keyring.primary else {
      throw StoreError(
        .keysCorrupt,
        tried: "open the data keys",
        path: paths.keys,
        found: "none of them is for new values",
        remedy: "Restore the file KEYS from a backup of this store."
      )
    }
    return SealingKeys(keyring, storeKey: storeKey, keys: keys, primary: primary.id, nonces: nonces)
  }

  /// Makes the first data key, and the list with it. Durable when it returns.
  func create() throws(StoreError) -> SealingKeys {
    let (storeKey, derivation) = try newStoreKey(from: source)
    let now = io.now()
    let nonces = NonceSource(io)
    let wrap = KeyWrap(store: store, nonces: nonces)
    let keys = try ciphering { () throws(SealingError) in
      let key = try KeyWrap.newKey(io)
      let keyring = Keyring(
        derivation: derivation,
        check: try wrap.check(under: storeKey),
        entries: [
          Keyring.Entry(
            id: 1,
            state: .primary,
            created: now,
            wrapped: try wrap.wrap(key, id: 1, under: storeKey)
          )
        ]
      )
      return SealingKeys(keyring, storeKey: storeKey, keys: [1: key], primary: 1, nonces: nonces)
    }
    try file.write(keys.keyring)
    return keys
  }

  /// Runs what the cipher may refuse, which it does for want of memory alone.
  func ciphering<R>(_ body: () throws(SealingError) -> R) throws(StoreError) -> R {
    do throws(SealingError) {
      return try body()
    } catch {
      throw StoreError(
        .inputOutput,
        tried: "use the keys of sealed values",
        path: paths.root,
        found: error.description,
        remedy: "Try again."
      )
    }
  }

  /// The key that a source gives from now on, and how it will be got later.
  func newStoreKey(
    from source: StoreOptions.Encryption
  ) throws(StoreError) -> (EncryptionKey, Keyring.Derivation) {
    var derivation = Keyring.Derivation.none
    if case .passphrase(let text, let rounds) = source {
      let allowed = Keyring.allowedRounds
      guard !text.isEmpty, allowed.contains(rounds) else {
        throw StoreError(
          .invalidArgument,
          tried: "derive a key from a passphrase",
          path: paths.root,
          found: text.isEmpty ? "it is empty" : "\(rounds) rounds",
          remedy: "Take some words, and \(allowed.lowerBound) to \(allowed.upperBound) rounds."
        )
      }
      derivation = .passphrase(rounds: rounds, salt: .init(low: io.random(), high: io.random()))
    }
    return (try storeKey(from: source, for: derivation, creates: true), derivation)
  }

  /// The key that a source gives, or the one that it names.
  private func storeKey(
    from source: StoreOptions.Encryption,
    for derivation: Keyring.Derivation,
    creates: Bool = false
  ) throws(StoreError) -> EncryptionKey {
    switch (source, derivation) {
    case (.passphrase(let text, _), .passphrase(let rounds, let salt)):
      return try ciphering { () throws(SealingError) in try KeyWrap.derive(text, rounds: rounds, salt: salt) }
    case (.passphrase, .none), (.key, .passphrase), (.keyFile, .passphrase), (.automatic, .passphrase):
      throw wrongKey(derivation)
    case (.key(let key), .none): return key
    case (.keyFile(let path), .none):
      let file = KeyFile(at: path, io: io)
      guard let key = try file.read() else { throw file.missing("open the data keys of \(paths.root)") }
      return key
    case (.automatic, .none):
      let file: KeyFile
      do throws(StorageIOError) {
        file = try KeyFile(of: paths, io: io)
      } catch {
        throw StoreError(error, tried: "look for the key file")
      }
      if creates { return try file.readOrCreate() }
      guard let key = try file.read() else { throw file.missing("open the data keys of \(paths.root)") }
      return key
    case (.disabled, _):
      throw StoreError(
        .keyMissing,
        tried: "open sealed values",
        path: paths.root,
        found: "the store has sealed values, and encryption is disabled in the configuration",
        remedy: "Open the store with its key."
      )
    }
  }

  private func wrongKey(_ derivation: Keyring.Derivation) -> StoreError {
    let given =
      switch source {
      case .automatic: "the key of " + ((try? KeyFile(of: paths, io: io).path) ?? "the key file")
      case .key: "the key of the configuration"
      case .passphrase: "the passphrase of the configuration"
      case .keyFile(let path): "the key of \(path)"
      case .disabled: "no key"
      }
    let wanted =
      switch derivation {
      case .none: "a key"
      case .passphrase: "a passphrase"
      }
    return StoreError(
      .wrongKey,
      tried: "open the data keys",
      path: paths.keys,
      found: "\(given) is not the one that they are sealed under, which is \(wanted)",
      remedy: "Give the right one. Nothing was changed; all that is not sealed can be read without it."
    )
  }
}
