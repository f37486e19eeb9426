/// Makes a store of a dump, or fills an empty one.
package enum StoreLoad {
  /// What was loaded.
  package struct Report: Sendable {
    package var objects: Int
    package var lines: Int
  }

  /// Loads a dump.
  ///
  /// A new store is built under another name and takes its own once all is loaded and checked: whatever happens, there
  /// is all of it or nothing. A store that is there has to have no object; what was loaded into it before a failure
  /// stays, and the error says so.
  ///
  /// - Parameters:
  ///   - read: The next bytes of the dump; none at its end.
  ///   - path: The store, or where nothing is.
  /// - Throws: `LoadError`, with what the store or `read` threw as its cause.
  /// - Complexity: O(bytes of the dump · log objects), in memory that does not grow with it but for the indexes of the
  ///   store.
  package static func run(
    _ read: @escaping () throws -> [UInt8],
    into path: String,
    encryption: StoreOptions.Encryption,
    io: any StorageIO
  ) throws(LoadError) -> Report {
    do {
      var source = try DumpSource(read)
      let paths = StorePaths(root: path)
      let isNew = try isFree(paths, io)
      guard source.schema != nil || !isNew else {
        throw LoadError(
          line: 1,
          found: "it does not begin with a schema, and there is no store at \(path) to take one from",
          remedy: "Dump with --schema, or load into a store that has the schema already."
        )
      }
      let work = try Workplace(beside: paths, io)
      defer { work.remove() }
      var options = StoreOptions(
        durability: .none,
        createsIfMissing: isNew,
        allowsMapping: false,
        encryption: encryption
      )
      options.busyTimeout = isNew ? 0 : options.busyTimeout
      let store = try Store.open(at: isNew ? work.store : path, options: options, io: io)
      let report: Report
      do {
        report = try fill(store, &source, work, isNew: isNew)
        try store.sync()
      } catch {
        try? store.close()  // the failure of the load is what has to be said
        throw error
      }
      try store.close()
      if isNew { try work.publish(as: paths) }
      return report
    } catch {
      throw LoadError(error)
    }
  }

  /// Whether there is nothing at a path but perhaps an empty directory.
  private static func isFree(_ paths: StorePaths, _ io: any StorageIO) throws(StorageIOError) -> Bool {
    guard let metadata = try io.metadata(paths.root) else { return true }
    guard metadata.kind == .directory else { return false }
    return try io.contents(ofDirectory: paths.root).isEmpty
  }

  private static func fill(
    _ store: Store,
    _ source: inout DumpSource,
    _ work: borrowing Workplace,
    isNew: Bool
  ) throws -> Report {
    let present = store.snapshot().state.extents.reduce(0) { $0 + $1.count }
    guard present == 0 else {
      throw LoadError(
        found: "\(store.path) has \(present) objects already",
        remedy: "Nothing was loaded. Load into a new store, or into one without objects."
      )
    }
    let adopted = try adopt(source.schema ?? SchemaDescription(store.catalog), store)
    let load = ObjectLoad(into: store, adopted, lists: try work.makeListFile())
    do {
      let count = try source.forEachObject(load.add)
      try load.applyLists()
      try load.check()
      return Report(objects: count, lines: source.lines)
    } catch {
      var failure = LoadError(error)
      failure.outcome = outcome(of: load.loaded, isNew: isNew)
      throw failure
    }
  }

  /// What a failure leaves, in words.
  private static func outcome(of loaded: Int, isNew: Bool) -> String {
    if isNew { return "No store was made." }
    if loaded == 0 { return "Nothing was loaded." }
    return
      "\(loaded) objects were loaded before, and are in the store, which is not what the dump says: remove it, and"
      + " load into a new one."
  }

  private static func adopt(_ schema: SchemaDescription, _ store: Store) throws(LoadError) -> AdoptedSchema {
    do throws(StoreError) {
      return try store.adopt(schema)
    } catch {
      guard error.code == .invalidSchema || error.code == .schemaMismatch else { throw LoadError(error) }
      throw LoadError(
        line: 1,
        found: error.code == .invalidSchema
          ? "the schema contradicts itself: \(error.found)"
          : "\(store.path) has another schema: " + error.differences.joined(separator: "; "),
        remedy: "Nothing was loaded. Load into a new store, or mend the schema."
      )
    }
  }
}
