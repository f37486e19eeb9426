import LogStore

/// Opens a store for writing, changes it, and closes it.
struct StoreChange {
  let path: String
  let encryption: StoreOptions.Encryption
  let io: any StorageIO

  func run<Result>(_ body: (Store) throws(StoreError) -> Result) throws(StoreError) -> Result {
    let store = try Store.open(
      at: path,
      options: StoreOptions(
        access: .readWrite,
        createsIfMissing: false,
        allowsMapping: false,
        encryption: encryption
      ),
      io: io
    )
    let result: Result
    do throws(StoreError) {
      result = try body(store)
    } catch {
      try? store.close()  // the failure of the change is what has to be said
      throw error
    }
    try store.close()
    return result
  }
}
