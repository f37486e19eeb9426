import LogStore
import Testing

/// Who opens a store for writing opens its sealed segments when it first reads them: nothing that could be read or
/// was refused before may be lost by that.
@Suite struct DeferredSegmentTests {
  /// Notes which segments are opened.
  private struct OpeningIO: ForwardingIO {
    let base: any StorageIO
    let opened = Notes()

    func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
      if path.hasSuffix(".seg") { opened.paths.withLock { _ = $0.insert(path) } }
      return try base.open(path, access)
    }
  }

  private final class Notes: Sendable {
    let paths = Lock<Set<String>>([])
    var count: Int { paths.withLock { $0.count } }
  }

  /// A closed store of several segments.
  private struct Filled {
    let checked = CheckedStore()
    var owners: [ObjectID] = []

    init() throws {
      let (store, schema) = try checked.open()
      for number in 0..<10 { owners.append(try checked.add(Self.name(number), things: 0, to: store, schema)) }
      try store.close()
    }

    static func name(_ number: Int) -> String { "\(number)" + String(repeating: "x", count: 400_000) }

    func open(_ io: (any StorageIO)? = nil, allowsMapping: Bool = true) throws -> Store {
      let options = StoreOptions(allowsMapping: allowsMapping)
      return try Store.open(at: checked.path, options: options, io: io ?? checked.io)
    }

    /// The file with an owner's record.
    func file(_ number: Int, _ snapshot: Snapshot) -> String {
      checked.paths.segment(Location(word: snapshot.state.locations[owners[number].rawValue]).segment)
    }

    func name(_ number: Int, _ snapshot: Snapshot) throws -> String? {
      try snapshot.withRecord(owners[number]) { view, _ in view.string(0) }
    }

    func refusal(_ number: Int, _ snapshot: Snapshot) -> StoreError.Code? {
      do { _ = try name(number, snapshot) } catch { return (error as? StoreError)?.code }
      return nil
    }

    /// Deletes all owners but the last and compacts.
    func thin(_ store: Store) throws {
      var batch = WriteBatch()
      for owner in owners.dropLast() { batch.delete(owner) }
      try store.commit(batch)
      try store.compact()
    }
  }

  @Test(arguments: [true, false])
  func `only segments that are read are opened`(allowsMapping: Bool) throws {
    let filled = try Filled()
    let io = OpeningIO(base: filled.checked.io)
    let store = try filled.open(io, allowsMapping: allowsMapping)
    let snapshot = store.snapshot()
    #expect(snapshot.state.segments.all.count >= 5)
    // That of the catalog, and that of the next commit.
    #expect(io.opened.count <= 2)
    let before = io.opened.count
    #expect(try filled.name(5, snapshot) == Filled.name(5))
    #expect(io.opened.count == before + 1)
    try store.close()
  }

  @Test func `a segment that is gone or too short is refused at once`() throws {
    let filled = try Filled()
    let probe = try filled.open()
    let file = filled.file(5, probe.snapshot())
    try probe.close()
    let handle = try filled.checked.io.open(file, .readWrite)
    let size = try handle.size()
    try handle.truncate(to: size - 1)
    #expect(throws: StoreError.self) { try filled.open() }
    try filled.checked.io.remove(file)
    let error = #expect(throws: StoreError.self) { try filled.open() }
    #expect(error?.code == .segmentCorrupt)
    #expect(error?.path == file)
  }

  @Test(arguments: [true, false])
  func `each read of a segment whose header is damaged says so`(allowsMapping: Bool) throws {
    let filled = try Filled()
    let probe = try filled.open()
    let file = filled.file(5, probe.snapshot())
    let others = (1..<9).filter { filled.file($0, probe.snapshot()) != file }
    try probe.close()
    try filled.checked.flip(file, at: 40)
    let store = try filled.open(allowsMapping: allowsMapping)
    for _ in 0..<2 { #expect(filled.refusal(5, store.snapshot()) == .segmentCorrupt) }
    for number in others { #expect(try filled.name(number, store.snapshot()) == Filled.name(number)) }
    try store.close()
    #expect(throws: StoreError.self) {
      try Store.open(
        at: filled.checked.path,
        options: StoreOptions(access: .readOnly),
        io: filled.checked.io
      )
    }
  }

  @Test func `a segment that was cut or removed after the opening is damage, and no crash`() throws {
    let filled = try Filled()
    let store = try filled.open()
    let snapshot = store.snapshot()
    try filled.checked.io.open(filled.file(5, snapshot), .readWrite).truncate(to: 200)
    #expect(filled.refusal(5, snapshot) == .segmentCorrupt)
    try filled.checked.io.remove(filled.file(5, snapshot))
    #expect(filled.refusal(5, snapshot) == .segmentCorrupt)
  }

  @Test func `a file that took the place of a segment is not read`() throws {
    let filled = try Filled()
    let store = try filled.open()
    let file = filled.file(5, store.snapshot())
    let io = filled.checked.io
    let copy = try io.open(file + ".copy", .create)
    try copy.write(try io.open(file, .readOnly).readAll(), at: 0)
    try io.rename(file + ".copy", to: file)
    #expect(filled.refusal(5, store.snapshot()) == .inputOutput)
  }

  @Test(arguments: [true, false])
  func `a snapshot reads segments that were never read before a compaction removed them`(
    allowsMapping: Bool
  ) throws {
    let filled = try Filled()
    let store = try filled.open(allowsMapping: allowsMapping)
    let old = store.snapshot()
    let file = filled.file(5, old)
    try filled.thin(store)
    #expect(try filled.checked.io.metadata(file) == nil)
    for number in 0..<10 { #expect(try filled.name(number, old) == Filled.name(number)) }
    try store.close()
  }

  @Test func `a snapshot reads on when its store was closed and another process compacts it`() throws {
    let filled = try Filled()
    let store = try filled.open()
    let old = store.snapshot()
    let file = filled.file(5, old)
    try store.close()
    let other = try filled.open()
    try filled.thin(other)
    try other.close()
    #expect(try filled.checked.io.metadata(file) == nil)
    for number in 0..<10 { #expect(try filled.name(number, old) == Filled.name(number)) }
  }
}
