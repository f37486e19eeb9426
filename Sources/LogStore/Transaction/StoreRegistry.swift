/// The stores that this process has open for writing, found by device and inode, so that two containers on
/// one store share it instead of locking each other out, whatever paths they name it by.
final class StoreRegistry: Sendable {
  private struct Key: Hashable {
    var device: UInt64
    var inode: UInt64
  }

  private struct Entry {
    var store: Store
    var uses: Int
  }

  static let shared = StoreRegistry()
  private let entries = Lock<[Key: Entry]>([:])

  /// The open store at a path, or a newly opened one.
  func open(
    _ paths: StorePaths,
    _ io: any StorageIO,
    _ body: () throws(StoreError) -> Store
  ) throws(StoreError) -> Store {
    guard io is PosixStorageIO else { return try body() }
    return try entries.withLock { entries throws(StoreError) -> Store in
      if let key = key(paths, io), entries[key] != nil {
        entries[key]?.uses += 1
        if let store = entries[key]?.store { return store }
      }
      let store = try body()
      if let key = key(paths, io) { entries[key] = Entry(store: store, uses: 1) }
      return store
    }
  }

  /// Counts one use less.
  ///
  /// - Returns: Whether it was the last one.
  func shouldClose(_ store: Store) -> Bool {
    entries.withLock { entries in
      guard let key = entries.first(where: { $0.value.store === store })?.key else { return true }
      entries[key]?.uses -= 1
      guard let uses = entries[key]?.uses, uses <= 0 else { return false }
      entries[key] = nil
      return true
    }
  }

  private func key(_ paths: StorePaths, _ io: any StorageIO) -> Key? {
    guard let metadata = try? io.metadata(paths.superblock) else { return nil }
    return Key(device: metadata.device, inode: metadata.inode)
  }
}
