/// The file KEYS of a store.
struct KeyringFile {
  let io: any StorageIO
  let paths: StorePaths
  let store: StoreID

  /// What the file holds; nil if there is none.
  ///
  /// - Throws: `keysCorrupt` if neither copy can be used.
  func read() throws(StoreError) -> Keyring? {
    let copies = try copies()
    for case .success(let keyring) in copies { return keyring }
    guard case .failure(let damage)? = copies.first else { return nil }
    throw StoreError(
      .keysCorrupt,
      tried: "read the data keys",
      path: paths.keys,
      offset: UInt64(damage.offset),
      found: damage.found,
      remedy:
        "Restore the file KEYS from a backup of this store; all else of the store can be read without it."
    )
  }

  /// Both copies that the file holds; none if there is no file.
  func copies() throws(StoreError) -> [Result<Keyring, Keyring.Damage>] {
    let bytes: [UInt8]
    do throws(StorageIOError) {
      bytes = try io.open(paths.keys, .readOnly).readAll(upTo: Keyring.largestFile)
    } catch {
      if error.knownCode == .noSuchEntry { return [] }
      throw StoreError(error, tried: "read the data keys")
    }
    let half = bytes.count / 2
    return bytes.withUnsafeBytes { bytes in
      [0..<half, half..<bytes.count].map { range in
        Keyring.decode(UnsafeRawBufferPointer(rebasing: bytes[range]), for: store)
          .mapError { Keyring.Damage(found: $0.found, offset: range.lowerBound + $0.offset) }
      }
    }
  }

  /// Makes durable what the file and its name are now.
  func sync() throws(StoreError) {
    do throws(StorageIOError) {
      try io.open(paths.keys, .readWrite).sync()
      try io.syncDirectory(paths.root)
    } catch {
      throw StoreError(error, tried: "make the data keys durable")
    }
  }

  /// Puts the file in the place of the one before, in one step and durably.
  func write(_ keyring: Keyring) throws(StoreError) {
    let temporary = paths.newKeys
    do throws(StorageIOError) {
      if try io.metadata(temporary) != nil { try io.remove(temporary) }
      let file = try io.open(temporary, .createPrivate)
      try file.write(keyring.encoded(for: store), at: 0)
      try file.sync()
      try io.rename(temporary, to: paths.keys)
      try io.syncDirectory(paths.root)
    } catch {
      try? io.remove(temporary)
      throw StoreError(
        error,
        tried: "write the data keys",
        code: error.isOutOfSpace ? .outOfSpace : .inputOutput
      )
    }
  }
}
