import Glibc
import LogStore
import Testing

/// Names: renaming, removing, listing, resolving; on both implementations alike.
@Suite struct StorageIONamesTests {
  private func code(_ body: () throws(StorageIOError) -> Void) -> Int32? {
    do throws(StorageIOError) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: Disk.allCases)
  func `names are listed in byte order`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    for name in ["b", "a", "é", "Z", "a1", "a10", "a2", ".hidden"] {
      _ = try scratch.io.open(scratch(name), .create)
    }
    try scratch.io.createDirectory(scratch("c"))
    let names = try scratch.io.contents(ofDirectory: scratch.path)
    #expect(names == [".hidden", "Z", "a", "a1", "a10", "a2", "b", "c", "é"])
    #expect(try scratch.io.contents(ofDirectory: scratch("c")).isEmpty)
    #expect(
      code { () throws(StorageIOError) in _ = try scratch.io.contents(ofDirectory: scratch("no")) } == ENOENT
    )
  }

  @Test(arguments: Disk.allCases)
  func `two spellings of one text are two names`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    _ = try scratch.io.open(scratch("\u{E9}"), .create)
    _ = try scratch.io.open(scratch("e\u{301}"), .create)
    #expect(try scratch.io.contents(ofDirectory: scratch.path).count == 2)
  }

  @Test(arguments: Disk.allCases)
  func `renaming moves the file over another in one step`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    try scratch.io.createDirectory(scratch("d"))
    try scratch.io.open(scratch("new"), .create).write([1], at: 0)
    let old = try scratch.io.open(scratch("d/old"), .create)
    try old.write([2], at: 0)
    let moved = try #require(try scratch.io.metadata(scratch("new")))
    try scratch.io.rename(scratch("new"), to: scratch("d/old"))
    try scratch.io.syncDirectory(scratch("d"))
    try scratch.io.syncDirectory(scratch.path)
    #expect(try scratch.io.metadata(scratch("new")) == nil)
    #expect(try scratch.io.metadata(scratch("d/old")) == moved)
    #expect(try scratch.io.open(scratch("d/old"), .readOnly).readAll() == [1])
    #expect(try old.readAll() == [2])
  }

  @Test(arguments: Disk.allCases)
  func `renaming a directory takes along what it holds`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    try scratch.io.createDirectory(scratch("a"))
    try scratch.io.createDirectory(scratch("a/in"))
    try scratch.io.open(scratch("a/in/f"), .create).write([5], at: 0)
    try scratch.io.createDirectory(scratch("b"))
    try scratch.io.rename(scratch("a"), to: scratch("b"))
    #expect(try scratch.io.open(scratch("b/in/f"), .readOnly).readAll() == [5])
    #expect(try scratch.io.canonicalPath(scratch("b/in/..//in/./f")) == scratch("b/in/f"))
    #expect(try scratch.io.metadata(scratch("a")) == nil)
  }

  @Test(arguments: Disk.allCases)
  func `renaming refuses what makes no sense`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    try scratch.io.createDirectory(scratch("d"))
    try scratch.io.createDirectory(scratch("full"))
    _ = try scratch.io.open(scratch("full/f"), .create)
    _ = try scratch.io.open(scratch("f"), .create)
    func rename(_ from: String, _ to: String) -> Int32? {
      code { () throws(StorageIOError) in try scratch.io.rename(scratch(from), to: scratch(to)) }
    }
    #expect(rename("no", "x") == ENOENT)
    #expect(rename("f", "no/x") == ENOENT)
    #expect(rename("f", "d") == EISDIR)
    #expect(rename("d", "f") == ENOTDIR)
    #expect(rename("d", "full") == ENOTEMPTY)
    #expect(rename("d", "d/inner") == EINVAL)
    #expect(rename("f", "f") == nil)
    #expect(rename("d", "d") == nil)
    #expect(try scratch.io.contents(ofDirectory: scratch.path) == ["d", "f", "full"])
  }

  @Test(arguments: Disk.allCases)
  func `removing tells files and directories apart`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    try scratch.io.createDirectory(scratch("d"))
    _ = try scratch.io.open(scratch("d/f"), .create)
    #expect(code { () throws(StorageIOError) in try scratch.io.remove(scratch("d")) } == EISDIR)
    #expect(code { () throws(StorageIOError) in try scratch.io.removeDirectory(scratch("d")) } == ENOTEMPTY)
    #expect(code { () throws(StorageIOError) in try scratch.io.removeDirectory(scratch("d/f")) } == ENOTDIR)
    try scratch.io.remove(scratch("d/f"))
    #expect(code { () throws(StorageIOError) in try scratch.io.remove(scratch("d/f")) } == ENOENT)
    try scratch.io.removeDirectory(scratch("d"))
    #expect(code { () throws(StorageIOError) in try scratch.io.removeDirectory(scratch("d")) } == ENOENT)
    #expect(try scratch.io.contents(ofDirectory: scratch.path).isEmpty)
  }

  @Test(arguments: Disk.allCases)
  func `a removed file lives on through its handles`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let old = try scratch.io.open(scratch("a"), .create)
    try old.write([1], at: 0)
    try scratch.io.remove(scratch("a"))
    let new = try scratch.io.open(scratch("a"), .create)
    try old.write([2], at: 1)
    #expect(try old.readAll() == [1, 2])
    #expect(try new.size() == 0)
  }

  @Test(arguments: Disk.allCases)
  func `device and inode tell whether two paths lead to one file`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    try scratch.io.createDirectory(scratch("d"))
    _ = try scratch.io.open(scratch("a"), .create)
    _ = try scratch.io.open(scratch("b"), .create)
    let a = try #require(try scratch.io.metadata(scratch("a")))
    #expect(try scratch.io.metadata(scratch("d/../a")) == a)
    #expect(try scratch.io.metadata(scratch("b"))?.inode != a.inode)
    let directory = try #require(try scratch.io.metadata(scratch("d")))
    #expect(directory.kind == .directory)
    #expect(directory.device == a.device)
  }

  @Test func `two file systems in memory never pass for one`() throws {
    let one = try MemoryStorageIO().metadata("/")
    let two = try MemoryStorageIO().metadata("/")
    #expect(one?.device != two?.device)
  }

  @Test func `copies of a file system in memory share it, others do not`() throws {
    let io = MemoryStorageIO()
    let copy = io
    _ = try io.open("relative", .create)
    #expect(try copy.contents(ofDirectory: "/") == ["relative"])
    #expect(try MemoryStorageIO().contents(ofDirectory: "/").isEmpty)
  }

  @Test(arguments: Disk.allCases)
  func `resolving what is missing fails`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    #expect(code { () throws(StorageIOError) in _ = try scratch.io.canonicalPath(scratch("no")) } == ENOENT)
    #expect(try scratch.io.canonicalPath("/") == "/")
    #expect(try scratch.io.canonicalPath(scratch.path + "/.//") == scratch.path)
  }

  // MARK: Links and rights, which only the real file system has

  @Test func `symbolic links are followed`() throws {
    let scratch = try ScratchDirectory(.posix)
    try scratch.io.open(scratch("real"), .create).write([1], at: 0)
    #expect(symlink("real", scratch("link")) == 0)
    #expect(symlink("nowhere", scratch("dangling")) == 0)
    #expect(symlink("circle", scratch("circle")) == 0)
    #expect(try scratch.io.metadata(scratch("link")) == scratch.io.metadata(scratch("real")))
    #expect(try scratch.io.metadata(scratch("dangling")) == nil)
    #expect(code { () throws(StorageIOError) in _ = try scratch.io.metadata(scratch("circle")) } == ELOOP)
    #expect(try scratch.io.canonicalPath(scratch("link")) == scratch("real"))
    #expect(try scratch.io.open(scratch("link"), .readOnly).readAll() == [1])
    #expect(
      code { () throws(StorageIOError) in _ = try scratch.io.open(scratch("dangling"), .readOnly) } == ENOENT
    )
    try scratch.io.remove(scratch("link"))
    #expect(try scratch.io.metadata(scratch("real")) != nil)
  }

  @Test func `a pipe is refused without waiting for its other end`() throws {
    let scratch = try ScratchDirectory(.posix)
    #expect(mkfifo(scratch("pipe"), 0o600) == 0)
    #expect(try scratch.io.metadata(scratch("pipe"))?.kind == .other)
    #expect(
      code { () throws(StorageIOError) in _ = try scratch.io.open(scratch("pipe"), .readOnly) } == EINVAL
    )
    #expect(
      code { () throws(StorageIOError) in _ = try scratch.io.open(scratch("pipe"), .readWrite) } == EINVAL
    )
  }

  @Test(.enabled(if: geteuid() != 0, "root may open anything"))
  func `a missing right is reported as EACCES`() throws {
    let scratch = try ScratchDirectory(.posix)
    _ = try scratch.io.open(scratch("a"), .create)
    #expect(chmod(scratch("a"), 0) == 0)
    #expect(code { () throws(StorageIOError) in _ = try scratch.io.open(scratch("a"), .readOnly) } == EACCES)
  }

  @Test func `new files and directories are readable by others as the umask allows`() throws {
    let scratch = try ScratchDirectory(.posix)
    try scratch.io.createDirectory(scratch("d"))
    _ = try scratch.io.open(scratch("f"), .create)
    let mask = umask(0)
    umask(mask)
    var status = stat()
    #expect(stat(scratch("d"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o755 & ~mask)
    #expect(stat(scratch("f"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o644 & ~mask)
  }
}
