import Glibc
import LogStore
import Testing

/// One writer, whatever the paths, processes and file systems.
struct OneWriterTests {
  /// A storage in which the calling process can become another one, as by a fork, or lies on another machine.
  private struct OtherIO: ForwardingIO {
    let base: any StorageIO
    let number = Shared(1)
    var isNetwork = false

    var process: ProcessIdentity {
      ProcessIdentity(processID: number.value.withLock { $0 }, programName: "test")
    }
    func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool { isNetwork }

    final class Shared: Sendable {
      let value: Lock<Int32>

      init(_ value: Int32) { self.value = Lock(value) }
    }
  }

  private static let quick = StoreOptions(busyTimeout: 0)

  private func refusal(_ path: String, _ io: any StorageIO) -> StoreError? {
    do throws(StoreError) {
      try Store.open(at: path, options: Self.quick, io: io).close()
      return nil
    } catch {
      return error
    }
  }

  @Test func `a fork of the process that writes may read, but not write`() throws {
    let io = OtherIO(base: MemoryStorageIO())
    let fixture = try GraphFixture(io: io)
    var batch = WriteBatch()
    let id = try fixture.insert("Tag", ["label": .string("a")], into: &batch)
    try fixture.store.commit(batch)
    var next = WriteBatch()
    try fixture.insert("Tag", ["label": .string("b")], into: &next)
    let files = try io.files(below: GraphFixture.path)
    io.number.value.withLock { $0 = 2 }
    let error = #expect(throws: StoreError.self) { try fixture.store.commit(next) }
    #expect(error?.code == .closed)
    #expect(error?.found.contains("process 2 was forked from process 1") == true)
    #expect(throws: StoreError.self) { try fixture.store.compact() }
    #expect(try fixture.values(of: id)["label"] == .string("a"))
    try fixture.store.close()
    #expect(try io.files(below: GraphFixture.path) == files)
    #expect(refusal(GraphFixture.path, io)?.code == .storeLocked)
    io.number.value.withLock { $0 = 1 }
    try fixture.store.commit(next)
    try fixture.store.close()
  }

  @Test func `whatever path leads to a store, one process writes to it until it has closed it`() throws {
    let scratch = try ScratchDirectory(.posix)
    let path = scratch("a.store")
    let store = try Store.open(at: path)
    #expect(symlink(path, scratch("link.store")) == 0)
    #expect(symlink(scratch.path, scratch("directory")) == 0)
    let aliases = [
      path, path + "/", scratch("link.store"), scratch("directory/a.store"),
      scratch.path + "/./directory/../" + (scratch.path.split(separator: "/").last ?? "") + "/a.store",
    ]
    let other = OtherIO(base: PosixStorageIO())
    for alias in aliases {
      let second = try Store.open(at: alias)
      #expect(second === store, "\(alias)")
      _ = try Store.open(at: alias, options: StoreOptions(access: .readOnly))
      #expect(try StoreCheck.run(at: alias, io: PosixStorageIO()).isClean)
      try second.close()
      #expect(refusal(alias, other)?.code == .storeLocked, "\(alias)")
    }
    try store.close()
    for alias in aliases { #expect(refusal(alias, other) == nil, "\(alias)") }
  }

  @Test func `an opening waits for the writer as long as it may`() throws {
    let io = MemoryStorageIO()
    let store = try Store.open(at: "/a.store", io: io)
    let waited = Lock(0)
    let waiting = PausingIO(base: io) { milliseconds in
      let total = waited.withLock { waited in
        waited += milliseconds
        return waited
      }
      if total == 500 { try? store.close() }
    }
    try Store.open(at: "/a.store", options: StoreOptions(busyTimeout: 1000), io: waiting).close()
    #expect(waited.withLock { $0 } >= 500)
  }

  @Test func `a network file system is refused unless it is allowed`() throws {
    var io = OtherIO(base: MemoryStorageIO())
    io.isNetwork = true
    #expect(refusal("/a.store", io)?.code == .networkFileSystem)
    #expect(try io.metadata("/a.store") == nil)
    try Store.open(at: "/a.store", options: StoreOptions(allowsNetworkFileSystem: true), io: io).close()
    #expect(refusal("/a.store", io)?.code == .networkFileSystem)
  }
}

/// A storage that tells of the pauses, which take no time.
private struct PausingIO: ForwardingIO {
  let base: any StorageIO
  let didPause: @Sendable (Int) -> Void

  func pause(milliseconds: Int) { didPause(milliseconds) }
}
