/// The keys of sealed values.
extension Store {
  /// A data key: values are sealed under one of them, and each of them under the key of the store.
  public struct DataKey: Sendable, Hashable {
    /// What may be done with a key.
    public enum State: String, Sendable, Hashable {
      /// New values are sealed under it.
      case primary
      /// Values that were sealed under it can be read.
      case retired
      /// What was sealed under it is lost.
      case destroyed
    }

    /// Number in the store, never used again.
    public var id: UInt32
    /// What may be done with it.
    public var state: State
    /// Milliseconds since 1970.
    public var created: Int64
  }

  /// The data keys by rising number; empty for a store without sealed values. Needs no key.
  ///
  /// - Throws: `keysCorrupt`, `inputOutput`.
  public func dataKeys() throws(StoreError) -> [DataKey] { try sealing.file.dataKeys() }

  /// Adds a data key, under which all values are sealed from now on. Those that are there keep theirs until their
  /// object is saved again, or until `compact(reencrypting:)`.
  ///
  /// - Returns: Its number. It is durable then.
  /// - Throws: `keyMissing`, `wrongKey`, `keysCorrupt`, `limitExceeded` (1024 keys), `readOnly`, `inputOutput`.
  @discardableResult
  public func addDataKey() throws(StoreError) -> UInt32 {
    try withWriter("add a data key") { _ throws(StoreError) in try sealing.addKey() }
  }

  /// Seals the data keys under another key, in one small write: no value is touched, however many there are. The key
  /// before opens nothing any more, but older copies of the store; this opening goes on.
  ///
  /// - Throws: `keyMissing` and `wrongKey` about either key, `keysCorrupt`, `readOnly`, `inputOutput`;
  ///   `invalidArgument` for `disabled`.
  public func changeKey(to encryption: StoreOptions.Encryption) throws(StoreError) {
    guard encryption != .disabled else {
      throw StoreError(
        .invalidArgument,
        tried: "change the key",
        path: path,
        found: "a configuration that disables encryption",
        remedy: "Move the objects to a new store that was opened so."
      )
    }
    try withWriter("change the key") { _ throws(StoreError) in try sealing.changeStoreKey(to: encryption) }
  }

  /// Destroys a data key: what is sealed under it cannot be read any more, wherever it lies, save by programs that have
  /// the store open now. Objects with such values can be neither fetched nor changed from then on. Copies of the
  /// store hold the key, sealed under the key of the store: after `changeKey(to:)` and with that key gone they are of
  /// no use either. What the disk keeps of overwritten blocks is beyond the reach of any program.
  ///
  /// - Parameter losingValues: Whether the key goes although objects of the newest version have values under it.
  /// - Throws: `invalidArgument` for the newest key, for one that is not there, and for one that is in use unless its
  ///   values may be lost; `keyMissing`, `wrongKey`, `keysCorrupt`, `readOnly`, `inputOutput`.
  /// - Complexity: Reads all objects with sealed attributes, unless values may be lost.
  public func destroyDataKey(_ id: UInt32, losingValues: Bool = false) throws(StoreError) {
    try withWriter("destroy a data key") { _ throws(StoreError) in
      let count = losingValues ? 0 : try snapshot().sealedValues(under: id)
      guard count == 0 else {
        throw StoreError(
          .invalidArgument,
          tried: "destroy data key \(id)",
          path: path,
          found: "\(count) values are sealed under it",
          remedy: "Compact with re-encryption first, or say that they are to be lost."
        )
      }
      try sealing.destroyKey(id)
    }
  }
}

extension Snapshot {
  /// Number of values that are sealed under a data key. Reads all objects with sealed attributes.
  func sealedValues(under key: UInt32) throws(StoreError) -> Int {
    var count = 0
    for entity in catalog.entities
    where catalog.layouts.contains(where: { $0.isSealed && $0.entity == entity.id }) {
      try forEachRecord(of: entity.id) { _, record throws(StoreError) in
        for (index, field) in record.layout.fields.enumerated() where field.kind == .sealed {
          let bytes = record.bytes(index)
          if SealedForm.isSound(bytes), SealedForm.keyID(bytes) == key { count += 1 }
        }
        return true
      }
    }
    return count
  }
}

extension KeyringFile {
  /// The data keys by rising number.
  func dataKeys() throws(StoreError) -> [Store.DataKey] {
    (try read()?.entries ?? []).map { entry in
      let state: Store.DataKey.State =
        switch entry.state {
        case .primary: .primary
        case .retired: .retired
        case .shredded: .destroyed
        }
      return Store.DataKey(id: entry.id, state: state, created: entry.created)
    }
  }
}

extension StoreInspection {
  /// The data keys by rising number; empty for a store without sealed values. Needs no key.
  package func dataKeys() throws(StoreError) -> [Store.DataKey] {
    try KeyringFile(io: io, paths: paths, store: superblock.storeID).dataKeys()
  }
}
