/// Changing keys. Only the list is written; values keep what they are sealed under.
extension Sealing {
  /// Seals the data keys under another key of the store.
  func changeStoreKey(to source: StoreOptions.Encryption) throws(StoreError) {
    try change { present throws(StoreError) in
      let (storeKey, derivation) = try newStoreKey(from: source)
      return try wrapped(
        present,
        under: storeKey,
        derivation,
        present.keyring.entries,
        primary: present.primary
      )
    }
  }

  /// Adds a data key for all values that are sealed from now on.
  ///
  /// - Returns: Its number.
  func addKey() throws(StoreError) -> UInt32 {
    try change { present throws(StoreError) in
      let last = present.keyring.entries.last?.id ?? 0
      guard present.keyring.entries.count < Keyring.largestCount, last < .max else {
        throw StoreError(
          .limitExceeded,
          tried: "add a data key",
          path: paths.keys,
          found: "\(present.keyring.entries.count) data keys; the limit is \(Keyring.largestCount)",
          remedy: "Copy the objects to a new store."
        )
      }
      let key = try ciphering { () throws(SealingError) in try KeyWrap.newKey(io) }
      var entries = present.keyring.entries
      for index in entries.indices where entries[index].state == .primary { entries[index].state = .retired }
      entries.append(Keyring.Entry(id: last + 1, state: .primary, created: io.now(), wrapped: []))
      return try wrapped(
        present.with(key, id: last + 1),
        under: present.storeKey,
        present.keyring.derivation,
        entries,
        primary: last + 1
      )
    }
    return try keys().primary
  }

  /// Destroys a data key, and with it what is sealed under it.
  func destroyKey(_ id: UInt32) throws(StoreError) {
    try change { present throws(StoreError) in
      var entries = present.keyring.entries
      guard let index = entries.firstIndex(where: { $0.id == id && $0.state != .shredded }),
        id != present.primary
      else {
        throw StoreError(
          .invalidArgument,
          tried: "destroy data key \(id)",
          path: paths.keys,
          found: id == present.primary ? "new values are sealed under it" : "there is no such key",
          remedy: id == present.primary ? "Add another data key first." : "Choose one of the list."
        )
      }
      entries[index].state = .shredded
      return try wrapped(
        present,
        under: present.storeKey,
        present.keyring.derivation,
        entries,
        primary: present.primary
      )
    }
  }

  /// The next list: all data keys sealed anew, so that an older list tells nothing about which of them have changed.
  private func wrapped(
    _ present: SealingKeys,
    under storeKey: EncryptionKey,
    _ derivation: Keyring.Derivation,
    _ entries: [Keyring.Entry],
    primary: UInt32
  ) throws(StoreError) -> SealingKeys {
    try ciphering { () throws(SealingError) in
      let wrap = KeyWrap(store: store, nonces: present.nonces)
      var keyring = Keyring(
        generation: present.keyring.generation + 1,
        derivation: derivation,
        check: try wrap.check(under: storeKey),
        entries: entries
      )
      var keys: [UInt32: EncryptionKey] = [:]
      for index in keyring.entries.indices {
        let entry = keyring.entries[index]
        guard entry.state != .shredded, let key = present.key(entry.id) else {
          keyring.entries[index].wrapped = [UInt8](repeating: 0, count: Keyring.wrappedSize)
          continue
        }
        keys[entry.id] = key
        keyring.entries[index].wrapped = try wrap.wrap(key, id: entry.id, under: storeKey)
      }
      return SealingKeys(keyring, storeKey: storeKey, keys: keys, primary: primary, nonces: present.nonces)
    }
  }
}
