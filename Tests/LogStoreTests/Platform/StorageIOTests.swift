import Glibc
import LogStore
import Testing

/// One contract for every implementation of the seam: each test runs on the real file system and on the
/// one in memory and expects the same, error numbers included.
@Suite struct StorageIOTests {
  /// The error number that a call fails with, nil if it succeeds.
  private func code(_ body: () throws(StorageIOError) -> Void) -> Int32? {
    do throws(StorageIOError) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  // MARK: Opening

  @Test(arguments: Disk.allCases)
  func `a created file is empty, is a file, and is listed`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let file = try scratch.io.open(scratch("a"), .create)
    #expect(try file.size() == 0)
    #expect(file.path == scratch("a"))
    let metadata = try #require(try scratch.io.metadata(scratch("a")))
    #expect(metadata.kind == .file)
    #expect(metadata.size == 0)
    #expect(try scratch.io.contents(ofDirectory: scratch.path) == ["a"])
  }

  @Test(arguments: Disk.allCases)
  func `opening what is missing fails with ENOENT unless the access creates it`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    for access in [FileAccess.readOnly, .readWrite, .durable] {
      #expect(code { () throws(StorageIOError) in _ = try scratch.io.open(scratch("no"), access) } == ENOENT)
    }
    #expect(code { () throws(StorageIOError) in _ = try scratch.io.open("", .createOrOpen) } == ENOENT)
    #expect(
      code { () throws(StorageIOError) in _ = try scratch.io.open(scratch("no/file"), .create) } == ENOENT
    )
    _ = try scratch.io.open(scratch("yes"), .createOrOpen)
    #expect(try scratch.io.metadata(scratch("yes")) != nil)
  }

  @Test(arguments: Disk.allCases)
  func `creating what exists fails with EEXIST and leaves it alone`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    try scratch.io.open(scratch("a"), .create).write([1, 2, 3], at: 0)
    #expect(code { () throws(StorageIOError) in _ = try scratch.io.open(scratch("a"), .create) } == EEXIST)
    #expect(try scratch.io.open(scratch("a"), .createOrOpen).readAll() == [1, 2, 3])
    #expect(code { () throws(StorageIOError) in try scratch.io.createDirectory(scratch("a")) } == EEXIST)
    #expect(code { () throws(StorageIOError) in try scratch.io.createDirectory(scratch.path) } == EEXIST)
    #expect(code { () throws(StorageIOError) in _ = try scratch.io.open(scratch.path, .create) } == EEXIST)
  }

  @Test(arguments: Disk.allCases)
  func `a directory is not opened as a file, nor a file used as a directory`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    try scratch.io.createDirectory(scratch("d"))
    _ = try scratch.io.open(scratch("f"), .create)
    for access in [FileAccess.readOnly, .readWrite, .createOrOpen, .durable] {
      #expect(code { () throws(StorageIOError) in _ = try scratch.io.open(scratch("d"), access) } == EISDIR)
    }
    #expect(code { () throws(StorageIOError) in _ = try scratch.io.open(scratch("f/x"), .create) } == ENOTDIR)
    #expect(
      code { () throws(StorageIOError) in _ = try scratch.io.open(scratch("f/"), .readOnly) } == ENOTDIR
    )
    #expect(
      code { () throws(StorageIOError) in _ = try scratch.io.contents(ofDirectory: scratch("f")) } == ENOTDIR
    )
    #expect(code { () throws(StorageIOError) in try scratch.io.syncDirectory(scratch("f")) } == ENOTDIR)
    #expect(code { () throws(StorageIOError) in try scratch.io.syncDirectory(scratch("no")) } == ENOENT)
    #expect(try scratch.io.metadata(scratch("f/x")) == nil)
  }

  @Test(arguments: Disk.allCases)
  func `a zero byte in a path is refused instead of cutting it`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    _ = try scratch.io.open(scratch("a"), .create)
    #expect(
      code { () throws(StorageIOError) in _ = try scratch.io.open(scratch("a\0b"), .readOnly) } == EINVAL
    )
    #expect(code { () throws(StorageIOError) in _ = try scratch.io.metadata(scratch("a\0b")) } == EINVAL)
    #expect(code { () throws(StorageIOError) in try scratch.io.remove(scratch("a\0b")) } == EINVAL)
    #expect(
      code { () throws(StorageIOError) in try scratch.io.rename(scratch("a"), to: scratch("\0")) } == EINVAL
    )
  }

  @Test(arguments: Disk.allCases)
  func `a name that is too long is refused`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let long = scratch(String(repeating: "n", count: 256))
    #expect(code { () throws(StorageIOError) in _ = try scratch.io.open(long, .create) } == ENAMETOOLONG)
    _ = try scratch.io.open(scratch(String(repeating: "n", count: 255)), .create)
  }

  // MARK: Bytes

  @Test(arguments: Disk.allCases)
  func `what is written is read, short only at the end`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let file = try scratch.io.open(scratch("a"), .create)
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try file.write(bytes, at: 0)
    #expect(try file.size() == 10_000)
    #expect(try file.readAll() == bytes)
    #expect(try file.read(count: 100, at: 9_950) == Array(bytes[9_950...]))
    #expect(try file.read(count: 100, at: 10_000).isEmpty)
    #expect(try file.read(count: 100, at: 1 << 40).isEmpty)
    #expect(try file.read(count: 0, at: 0).isEmpty)
    try file.write([], at: 50_000)
    #expect(try file.size() == 10_000)
    try file.sync()
    #expect(try scratch.io.open(scratch("a"), .readOnly).readAll() == bytes)
  }

  @Test(arguments: Disk.allCases)
  func `a gap reads as zeros, also where bytes stood before a cut`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let file = try scratch.io.open(scratch("a"), .create)
    try file.write([UInt8](repeating: 7, count: 100), at: 0)
    try file.truncate(to: 10)
    try file.write([9], at: 20)
    #expect(try file.readAll() == [UInt8](repeating: 7, count: 10) + [UInt8](repeating: 0, count: 10) + [9])
    try file.truncate(to: 30)
    #expect(try file.read(count: 50, at: 21) == [UInt8](repeating: 0, count: 9))
    try file.write([5], at: 100_000)
    #expect(try file.size() == 100_001)
    #expect(try file.read(count: 10, at: 99_990) == [UInt8](repeating: 0, count: 10))
  }

  @Test(arguments: Disk.allCases)
  func `two handles see one file, and a durable one writes to it`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let one = try scratch.io.open(scratch("a"), .create)
    let two = try scratch.io.open(scratch("a"), .durable)
    try two.write([1, 2, 3], at: 0)
    try one.write([9], at: 1)
    #expect(try two.readAll() == [1, 9, 3])
  }

  @Test(arguments: Disk.allCases)
  func `a read-only handle refuses to change the file`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    try scratch.io.open(scratch("a"), .create).write([1], at: 0)
    let file = try scratch.io.open(scratch("a"), .readOnly)
    #expect(code { () throws(StorageIOError) in try file.write([2], at: 0) } == EBADF)
    #expect(code { () throws(StorageIOError) in try file.truncate(to: 0) } == EINVAL)
    #expect(code { () throws(StorageIOError) in try file.reserve(upTo: 4096) } == EBADF)
    #expect(try file.readAll() == [1])
  }

  @Test(arguments: Disk.allCases)
  func `reserving room changes neither size nor content`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let file = try scratch.io.open(scratch("a"), .create)
    try file.write([1, 2, 3], at: 0)
    try file.reserve(upTo: 1 << 20)
    try file.reserve(upTo: 0)
    #expect(try file.readAll() == [1, 2, 3])
    try file.write([4], at: 1 << 19)
    #expect(try file.size() == (1 << 19) + 1)
    #expect(try file.read(count: 4, at: 2) == [3, 0, 0, 0])
  }

  @Test(arguments: Disk.allCases)
  func `offsets that no file can have are refused`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let file = try scratch.io.open(scratch("a"), .create)
    #expect(code { () throws(StorageIOError) in try file.write([1], at: .max) } == EINVAL)
    #expect(code { () throws(StorageIOError) in _ = try file.read(count: 1, at: .max) } == EINVAL)
    #expect(code { () throws(StorageIOError) in try file.truncate(to: .max) } == EINVAL)
    #expect(code { () throws(StorageIOError) in try file.reserve(upTo: .max) } == EINVAL)
    #expect(code { () throws(StorageIOError) in try file.write([1], at: UInt64(Int64.max)) } == EFBIG)
    #expect(try file.size() == 0)
  }

  // MARK: Maps

  @Test(arguments: Disk.allCases)
  func `a map shows the bytes and outlives handle and name`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    #expect(scratch.io.supportsMapping)
    var file: (any StorageFile)? = try scratch.io.open(scratch("a"), .create)
    let bytes = (0..<5_000).map { UInt8(truncatingIfNeeded: $0) }
    try file?.write(bytes, at: 0)
    let region = try #require(try file?.map(length: 4_999))
    #expect(region.count == 4_999)
    file = nil
    try scratch.io.remove(scratch("a"))
    #expect(region.withBytes { Array($0) } == Array(bytes[..<4_999]))
  }

  @Test(arguments: Disk.allCases)
  func `a map stays as it was while the file grows far beyond it`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let file = try scratch.io.open(scratch("a"), .create)
    try file.write([1, 2, 3], at: 0)
    let region = try file.map(length: 3)
    try file.write([UInt8](repeating: 9, count: 1 << 20), at: 3)
    #expect(region.withBytes { Array($0) } == [1, 2, 3])
    #expect(try file.map(length: 4).withBytes { $0[3] } == 9)
  }

  @Test(arguments: Disk.allCases)
  func `mapping more than there is fails, mapping nothing works`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let file = try scratch.io.open(scratch("a"), .create)
    #expect(try file.map(length: 0).withBytes { $0.isEmpty })
    try file.write([1], at: 0)
    #expect(code { () throws(StorageIOError) in _ = try file.map(length: 2) } == EINVAL)
    #expect(code { () throws(StorageIOError) in _ = try file.map(length: -1) } == EINVAL)
  }

  // MARK: Clock, randomness, process

  @Test(arguments: Disk.allCases)
  func `clock, randomness, process and space answer sensibly`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    #expect(scratch.io.now() > 1_700_000_000_000)
    #expect(scratch.io.now() < 10_000_000_000_000)
    #expect(Set((0..<100).map { _ in scratch.io.random() }).count == 100)
    #expect(scratch.io.process.processID == getpid())
    #expect(!scratch.io.process.programName.isEmpty)
    #expect(!scratch.io.process.programName.contains("/"))
    #expect(try scratch.io.freeBytes(scratch.path) > 0)
    #expect(code { () throws(StorageIOError) in _ = try scratch.io.freeBytes(scratch("no")) } == ENOENT)
    #expect(try !scratch.io.isNetworkFileSystem(scratch.path))
    #expect(
      code { () throws(StorageIOError) in _ = try scratch.io.isNetworkFileSystem(scratch("no")) } == ENOENT
    )
  }
}
