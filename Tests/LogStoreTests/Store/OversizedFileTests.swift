import LogStore
import Testing

/// Files that something has made far larger than they were; on real files, where a hole takes no space.
@Suite struct OversizedFileTests {
  private static let sizes: [UInt64] = [3 << 30, 1 << 40]

  private func makeStore(_ scratch: ScratchDirectory, closes: Bool) throws -> StorePaths {
    let checked = try CheckedStore.closed()
    if !closes { _ = try checked.open() }
    let paths = StorePaths(root: scratch("a.store"))
    try checked.io.copyTree(checked.path, to: scratch.io, at: paths.root)
    return paths
  }

  private func enlarge(_ path: String, to size: UInt64, _ io: any StorageIO) throws {
    try io.open(path, .readWrite).truncate(to: size)
  }

  @Test(arguments: sizes, [true, false])
  func `bytes behind the end of a segment are neither read nor believed`(size: UInt64, maps: Bool) throws {
    let scratch = try ScratchDirectory(.posix)
    let paths = try makeStore(scratch, closes: true)
    try enlarge(paths.segment(1), to: size, scratch.io)
    if maps {
      let store = try Store.open(at: paths.root, io: scratch.io)
      #expect(store.snapshot().sequence == 3)
      try store.close()
    } else {
      let report = try StoreCheck.run(at: paths.root, io: scratch.io)
      #expect(report.isClean, "\(report.findings)")
      #expect(report.objects == 8)
    }
  }

  @Test(arguments: sizes) func `a checkpoint that is far too large is damage`(size: UInt64) throws {
    let scratch = try ScratchDirectory(.posix)
    let paths = try makeStore(scratch, closes: true)
    let name = try #require(try scratch.io.contents(ofDirectory: paths.checkpoints).first)
    try enlarge(paths.checkpoints + "/" + name, to: size, scratch.io)
    let report = try StoreCheck.run(at: paths.root, io: scratch.io)
    #expect(report.verdict == .corruption)
    #expect(report.objects == 8)
  }

  @Test func `a segment that nothing says the end of is read rightly or refused, however large`() throws {
    let scratch = try ScratchDirectory(.posix)
    let paths = try makeStore(scratch, closes: false)
    try enlarge(paths.segment(1), to: 1 << 40, scratch.io)
    do {
      let store = try Store.open(at: paths.root, io: scratch.io)
      #expect(store.snapshot().sequence == 3)
      try store.close()
    } catch {
      #expect(error.code == .segmentCorrupt)
    }
  }
}
