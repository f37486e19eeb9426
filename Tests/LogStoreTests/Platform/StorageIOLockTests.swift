import LogStore
import Testing

/// Byte locks belong to handles: they exclude each other inside one process, end with the handle, and do
/// not end when another handle on the same file is closed (the trap of classic POSIX locks).
@Suite struct StorageIOLockTests {
  @Test(arguments: Disk.allCases)
  func `an exclusive lock shuts out other handles until it is given up`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let one = try scratch.io.open(scratch("LOCK"), .create)
    let two = try scratch.io.open(scratch("LOCK"), .readWrite)
    #expect(try one.lock(byte: 0, exclusive: true))
    #expect(try !two.lock(byte: 0, exclusive: true))
    #expect(try !two.lock(byte: 0, exclusive: false))
    #expect(try two.lock(byte: 1, exclusive: true))
    try two.unlock(byte: 0)
    #expect(try !two.lock(byte: 0, exclusive: true))
    try one.unlock(byte: 0)
    #expect(try two.lock(byte: 0, exclusive: true))
    #expect(try !one.lock(byte: 0, exclusive: false))
  }

  @Test(arguments: Disk.allCases)
  func `shared locks go together and keep an exclusive one out`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let one = try scratch.io.open(scratch("LOCK"), .create)
    let two = try scratch.io.open(scratch("LOCK"), .readOnly)
    let three = try scratch.io.open(scratch("LOCK"), .readWrite)
    #expect(try one.lock(byte: 7, exclusive: false))
    #expect(try two.lock(byte: 7, exclusive: false))
    #expect(try !three.lock(byte: 7, exclusive: true))
    try one.unlock(byte: 7)
    #expect(try !three.lock(byte: 7, exclusive: true))
    try two.unlock(byte: 7)
    #expect(try three.lock(byte: 7, exclusive: true))
  }

  @Test(arguments: Disk.allCases)
  func `taking a held lock again changes its kind`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let one = try scratch.io.open(scratch("LOCK"), .create)
    let two = try scratch.io.open(scratch("LOCK"), .readWrite)
    #expect(try one.lock(byte: 0, exclusive: true))
    #expect(try one.lock(byte: 0, exclusive: true))
    #expect(try one.lock(byte: 0, exclusive: false))
    #expect(try two.lock(byte: 0, exclusive: false))
    #expect(try !one.lock(byte: 0, exclusive: true))
    try two.unlock(byte: 0)
    #expect(try one.lock(byte: 0, exclusive: true))
    #expect(try !two.lock(byte: 0, exclusive: false))
  }

  @Test(arguments: Disk.allCases)
  func `a lock ends with its handle, not with another one on the file`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    var one: (any StorageFile)? = try scratch.io.open(scratch("LOCK"), .create)
    var bystander: (any StorageFile)? = try scratch.io.open(scratch("LOCK"), .readWrite)
    let two = try scratch.io.open(scratch("LOCK"), .readWrite)
    #expect(try one?.lock(byte: 3, exclusive: true) == true)
    #expect(try bystander?.size() == 0)
    bystander = nil
    #expect(try !two.lock(byte: 3, exclusive: true))
    one = nil
    #expect(try two.lock(byte: 3, exclusive: true))
  }

  @Test(arguments: Disk.allCases)
  func `an exclusive lock through a read-only handle is an error`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    _ = try scratch.io.open(scratch("LOCK"), .create)
    let file = try scratch.io.open(scratch("LOCK"), .readOnly)
    let error = #expect(throws: StorageIOError.self) { try file.lock(byte: 0, exclusive: true) }
    #expect(error?.knownCode == .badHandle)
    #expect(throws: StorageIOError.self) { try file.lock(byte: .max, exclusive: false) }
  }

  @Test(arguments: Disk.allCases)
  func `many handles contend and exactly one wins`(disk: Disk) async throws {
    let scratch = try ScratchDirectory(disk)
    _ = try scratch.io.open(scratch("LOCK"), .create)
    let files = try (0..<16).map { _ in try scratch.io.open(scratch("LOCK"), .readWrite) }
    let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
      for file in files { group.addTask { try file.lock(byte: 0, exclusive: true) } }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(winners == 1)
  }

  @Test(arguments: Disk.allCases)
  func `asking whether a byte is locked keeps nobody from locking it`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let one = try scratch.io.open(scratch("LOCK"), .create)
    let two = try scratch.io.open(scratch("LOCK"), .readOnly)
    #expect(try !two.isLockedExclusively(byte: 0))
    #expect(try one.lock(byte: 0, exclusive: false))
    #expect(try !two.isLockedExclusively(byte: 0))
    #expect(try one.lock(byte: 0, exclusive: true))
    #expect(try two.isLockedExclusively(byte: 0))
    #expect(try !two.isLockedExclusively(byte: 1))
    #expect(try !one.isLockedExclusively(byte: 0))
    try one.unlock(byte: 0)
    #expect(try !two.isLockedExclusively(byte: 0))
    #expect(throws: StorageIOError.self) { try two.isLockedExclusively(byte: .max) }
  }
}
