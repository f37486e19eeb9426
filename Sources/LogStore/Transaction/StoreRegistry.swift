/// The stores that this process has open for writing, found by device and inode, so that two containers on
/// one store share it instead of locking each other out, whatever paths they name it by.
final class StoreRegistry: Sendable {
  /// What an opening is about.
  private enum Place: Equatable {
    case file(device: UInt64, inode: UInt64)
    /// Nothing is there yet.
    case path(String)
  }

  private enum Entry {
    /// A thread is about to open it; the others wait without holding up those that open other stores.
    case opening
    case open(Store, uses: Int)
  }

  /// A few places and what is there: a dictionary would have the runtime look for how a place is hashed, which took
  /// longer than all else that the registry does.
  private struct Entries: Sendable {
    private(set) var list: [(place: Place, entry: Entry)] = []

    subscript(place: Place) -> Entry? {
      get { list.first { $0.place == place }?.entry }
      set {
        list.removeAll { $0.place == place }
        if let newValue { list.append((place, newValue)) }
      }
    }
  }

  static let shared = StoreRegistry()
  private let entries = Lock(Entries())

  /// The open store at a path, or a newly opened one.
  ///
  /// - Throws: `poisoned` if this process has it open and a write failed in it, and what the body throws.
  func open(
    _ paths: StorePaths,
    _ io: any StorageIO,
    _ body: () throws(StoreError) -> Store
  ) throws(StoreError) -> Store {
    guard io is PosixStorageIO else { return try body() }
    while true {
      let place = place(paths, io)
      switch find(place, .path(paths.root)) {
      case nil: return try begin(place, paths, io, body)
      case .opening: io.pause(milliseconds: 5)
      case .open(let store, let uses):
        guard let failure = store.failure else { return store }
        // The others may have closed it meanwhile: then this was the last one.
        if shouldClose(store) { try? store.finish() }  // the failure that counts is thrown below
        throw StoreError(
          .poisoned,
          tried: "open the store",
          path: paths.root,
          found: "this process has it open (\(uses) times), and a write failed in it: \(failure)",
          remedy:
            "Close it everywhere in this process, and open it again: nothing that was acknowledged is lost.",
          sequence: failure.sequence
        )
      }
    }
  }

  /// What was known of a store: one that is open gets one use more, of one that is not it is noted that the
  /// calling thread opens it.
  private func find(_ place: Place, _ path: Place) -> Entry? {
    entries.withLock { entries in
      // Who creates a store is known by the path until it is done.
      if case .opening? = entries[path] { return .opening }
      switch entries[place] {
      case .opening?: return .opening
      case .open(let store, let uses)? where !store.isInherited:
        entries[place] = .open(store, uses: uses + 1)
        return .open(store, uses: uses)
      case .open?, nil:
        entries[place] = .opening
        return nil
      }
    }
  }

  private func begin(
    _ place: Place,
    _ paths: StorePaths,
    _ io: any StorageIO,
    _ body: () throws(StoreError) -> Store
  ) throws(StoreError) -> Store {
    do throws(StoreError) {
      let store = try body()
      let present = self.place(paths, io)
      entries.withLock { entries in
        entries[place] = nil
        entries[present] = .open(store, uses: 1)
      }
      return store
    } catch {
      entries.withLock { $0[place] = nil }
      throw error
    }
  }

  /// Counts one use less.
  ///
  /// - Returns: Whether it was the last one.
  func shouldClose(_ store: Store) -> Bool {
    entries.withLock { entries in
      for (place, entry) in entries.list {
        guard case .open(let known, let uses) = entry, known === store else { continue }
        entries[place] = uses > 1 ? .open(store, uses: uses - 1) : nil
        return uses <= 1
      }
      return true
    }
  }

  private func place(_ paths: StorePaths, _ io: any StorageIO) -> Place {
    // What cannot be looked at is refused by the opening that follows, with the reason.
    guard let metadata = try? io.metadata(paths.superblock) else { return .path(paths.root) }
    return .file(device: metadata.device, inode: metadata.inode)
  }
}
