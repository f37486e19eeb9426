import LogStore
import Testing

/// What other programs do to the directory of a store while it is open for writing.
@Suite struct MovedStoreTests {
  /// Commits until a segment would have to be created.
  private func fill(_ checked: CheckedStore, _ store: Store, _ schema: AdoptedSchema) throws -> Int {
    for number in 0..<8 {
      do {
        try checked.add("\(number)" + String(repeating: "x", count: 400_000), things: 0, to: store, schema)
      } catch {
        let refusal = try #require(error as? StoreError)
        #expect(refusal.code == .inputOutput)
        #expect(refusal.description.contains(checked.path))
        return number
      }
    }
    return 8
  }

  @Test func `a writer never touches another store that took the place of its own`() throws {
    let checked = CheckedStore()
    let (store, schema) = try checked.open()
    try checked.add("Ada", things: 3, to: store, schema)
    try checked.io.rename(checked.path, to: "/moved.store")
    let (other, otherSchema) = try checked.open()
    try checked.add("Bob", things: 1, to: other, otherSchema)
    try other.close()
    let before = try checked.io.files(below: checked.path)
    let acknowledged = try fill(checked, store, schema)
    #expect(acknowledged < 8)
    #expect(throws: StoreError.self) { try store.compact() }
    #expect(throws: StoreError.self) { try store.close() }
    #expect(try checked.io.files(below: checked.path) == before)
    let moved = try StoreCheck.run(at: "/moved.store", io: checked.io)
    #expect(moved.isClean, "\(moved.findings)")
    #expect(moved.objects == 4 + acknowledged)
  }

  @Test func `a writer whose store was moved makes no files where it was`() throws {
    let checked = CheckedStore()
    let (store, schema) = try checked.open()
    try checked.io.rename(checked.path, to: "/moved.store")
    #expect(try fill(checked, store, schema) < 8)
    #expect(throws: StoreError.self) { try store.close() }
    #expect(try checked.io.metadata(checked.path) == nil)
    #expect(try StoreCheck.run(at: "/moved.store", io: checked.io).isClean)
  }

  @Test func `without its lock file a store still has one writer`() throws {
    let checked = CheckedStore()
    let (store, schema) = try checked.open()
    try checked.add("Ada", things: 3, to: store, schema)
    try checked.io.remove(checked.paths.lock)
    let error = #expect(throws: StoreError.self) {
      try Store.open(at: checked.path, options: StoreOptions(busyTimeout: 0), io: checked.io)
    }
    #expect(error?.code == .storeLocked)
    let report = try checked.check()
    #expect(report.isBesideWriter)
    #expect(report.isClean, "\(report.findings)")
    try checked.add("Bob", things: 3, to: store, schema)
    try store.close()
    let (again, _) = try checked.open()
    try again.close()
    #expect(try checked.check().objects == 8)
  }
}
