import LogStore
import LogStoreTesting
import Testing

/// The fault model of `SimulatedDisk`, sentence by sentence.
struct SimulatedDiskTests {
  private let disk = SimulatedDisk(seed: 1)
  private var io: SimulatedStorageIO { disk.storage }

  private func bytes(_ path: String, on disk: SimulatedDisk) throws -> [UInt8]? {
    guard try disk.storage.metadata(path) != nil else { return nil }
    return try disk.storage.open(path, .readOnly).readAll()
  }

  /// A durable file of one byte over and over.
  private func file(_ path: String, _ byte: UInt8, count: Int) throws -> any StorageFile {
    let file = try io.open(path, .create)
    try file.write([UInt8](repeating: byte, count: count), at: 0)
    try file.sync()
    try io.syncDirectory("/")
    return file
  }

  private func outcomes(_ path: String) throws -> Set<[UInt8]?> {
    let moment = disk.moment()
    return Set(
      try moment.losses(exhaustiveParts: 10).map { try bytes(path, on: moment.disk(after: $0)) }
    )
  }

  @Test func `an unsynced write is kept, lost, or torn between two sectors`() throws {
    let file = try file("/a", 1, count: 1024)
    try file.write([UInt8](repeating: 2, count: 1024), at: 0)
    let (old, new) = ([UInt8](repeating: 1, count: 512), [UInt8](repeating: 2, count: 512))
    #expect(try outcomes("/a") == [old + old, old + new, new + old, new + new])
    try file.sync()
    #expect(try outcomes("/a") == [new + new])
  }

  @Test func `a sector that was written twice may hold any of its three versions, whole`() throws {
    let file = try file("/a", 1, count: 512)
    try file.write([2, 2], at: 0)
    try file.write([3], at: 1)
    let rest = [UInt8](repeating: 1, count: 510)
    #expect(try outcomes("/a") == [[1, 1] + rest, [2, 2] + rest, [2, 3] + rest])
  }

  @Test func `a file may have grown without its data, and data be there without the size that shows them`()
    throws
  {
    let file = try file("/a", 1, count: 1)
    try file.write([2, 2], at: 1)
    #expect(try outcomes("/a") == [[1], [1, 0, 0], [1, 2, 2]])
  }

  @Test func `a cut may be lost, and what it cut comes back as zeros or as it was`() throws {
    let file = try file("/a", 1, count: 4)
    try file.truncate(to: 2)
    #expect(try outcomes("/a") == [[1, 1], [1, 1, 1, 1]])
    try file.truncate(to: 3)
    #expect(try outcomes("/a") == [[1, 1], [1, 1, 1, 1], [1, 1, 0], [1, 1, 1]])
  }

  @Test func `a created file may lose its name with synced content, until its directory is synced`() throws {
    let file = try io.open("/a", .create)
    try file.write([1], at: 0)
    try file.sync()
    #expect(try outcomes("/a") == [nil, [1]])
    try io.syncDirectory("/")
    #expect(try outcomes("/a") == [[1]])
    try io.remove("/a")
    #expect(try outcomes("/a") == [nil, [1]])
  }

  @Test func `a renaming leaves the old name or the new one`() throws {
    _ = try file("/a", 1, count: 1)
    _ = try file("/b", 2, count: 1)
    try io.rename("/a", to: "/b")
    let moment = disk.moment()
    for loss in moment.losses() {
      let after = moment.disk(after: loss)
      let found = [try bytes("/a", on: after), try bytes("/b", on: after)]
      #expect(found == [[1], [2]] || found == [nil, [1]])
    }
    try io.syncDirectory("/")
    #expect(try outcomes("/b") == [[1]])
  }

  @Test func `a durable write is durable when it returns, and was pending before`() throws {
    _ = try file("/a", 1, count: 512)
    let other = try io.open("/a", .readWrite)
    let file = try io.open("/a", .durable)
    try other.write([9], at: 600)
    disk.startRecording()
    try file.write([2], at: 0)
    let moments = disk.takeMoments()
    #expect(moments.count == 2)
    #expect(try bytes("/a", on: moments[0].disk(after: .losingAll))?.first == 1)
    #expect(try bytes("/a", on: moments[1].disk(after: .losingAll))?.first == 2)
    // It makes the size durable, not what others wrote.
    #expect(try bytes("/a", on: moments[1].disk(after: .losingAll))?.last == 0)
  }

  @Test func `pages that a failed sync marks clean are never written by a later one`() throws {
    let file = try file("/a", 1, count: 1)
    try file.write([2], at: 0)
    disk.add(DiskFailure(of: [.sync], effect: .marksPagesClean))
    #expect(throws: StorageIOError.self) { try file.sync() }
    try file.sync()
    #expect(try bytes("/a", on: disk) == [2])
    #expect(try outcomes("/a") == [[1], [2]])
    try file.write([3], at: 0)
    try file.sync()
    #expect(try outcomes("/a") == [[3]])
  }

  @Test func `a failed sync may take back what programs saw`() throws {
    var found: Set<[UInt8]?> = []
    for seed: UInt64 in 0..<20 {
      let disk = SimulatedDisk(seed: seed)
      let file = try disk.storage.open("/a", .create)
      try disk.storage.syncDirectory("/")
      try file.write([1], at: 0)
      try file.sync()
      try file.write([2], at: 0)
      disk.add(DiskFailure(of: [.sync], effect: .revertsPages))
      #expect(throws: StorageIOError.self) { try file.sync() }
      let seen = try bytes("/a", on: disk)
      disk.losePower()
      #expect(try bytes("/a", on: disk) == seen)
      found.insert(seen)
    }
    #expect(found == [[1], [2]])
  }

  @Test func `the n-th call fails once, or every call from it on`() throws {
    let file = try file("/a", 1, count: 1)
    disk.add(DiskFailure(of: [.write], afterCalls: 1, reason: .noSpace))
    try file.write([2], at: 0)
    let error = #expect(throws: StorageIOError.self) { try file.write([3], at: 0) }
    #expect(error?.isOutOfSpace == true)
    try file.write([4], at: 0)
    disk.add(DiskFailure(of: [.read], isPermanent: true, reason: .interrupted))
    for _ in 0..<2 { #expect(throws: StorageIOError.self) { try file.read(count: 1, at: 0) } }
    disk.removeFailures()
    #expect(try file.read(count: 1, at: 0) == [4])
    #expect(disk.failuresStruck == 3)
  }

  @Test func `a short write leaves a part`() throws {
    let file = try file("/a", 1, count: 4)
    disk.add(DiskFailure(of: [.write], effect: .shortWrite(bytes: 3)))
    #expect(throws: StorageIOError.self) { try file.write([2, 2, 2, 2], at: 0) }
    #expect(try file.readAll() == [2, 2, 2, 1])
  }

  @Test func `a full disk refuses to grow, not to overwrite`() throws {
    let disk = SimulatedDisk(seed: 1, options: SimulatedDiskOptions(capacity: 10))
    let file = try disk.storage.open("/a", .create)
    try file.reserve(upTo: 4)
    try file.write([UInt8](repeating: 1, count: 8), at: 0)
    #expect(throws: StorageIOError.self) { try file.reserve(upTo: 11) }
    #expect(throws: StorageIOError.self) { try file.write([2, 2, 2, 2], at: 7) }
    try file.write([3], at: 0)
    #expect(try file.readAll() == [3, 1, 1, 1, 1, 1, 1, 2, 2, 2])
    #expect(try disk.storage.freeBytes("/") == 0)
  }

  @Test func `a removed file takes space until it is closed`() throws {
    let disk = SimulatedDisk(seed: 1, options: SimulatedDiskOptions(capacity: 10))
    var file: (any StorageFile)? = try disk.storage.open("/a", .create)
    try file?.write([UInt8](repeating: 1, count: 8), at: 0)
    try disk.storage.remove("/a")
    #expect(disk.usedBytes == 8)
    file = nil
    #expect(disk.usedBytes == 0)
  }

  @Test func `a killed process leaves what it wrote, and its locks to others`() throws {
    let file = try io.open("/a", .create)
    try file.write([1], at: 0)
    #expect(try file.lock(byte: 0, exclusive: true))
    let other = try io.open("/a", .readWrite)
    #expect(try !other.lock(byte: 0, exclusive: false))
    disk.killProcess()
    #expect(throws: StorageIOError.self) { try file.write([2], at: 0) }
    let next = try io.open("/a", .readWrite)
    #expect(try next.lock(byte: 0, exclusive: true))
    #expect(try next.readAll() == [1])
  }

  @Test func `sectors turn to garbage only on a disk without power-safe overwrite`() throws {
    #expect(disk.moment().losses().count == 1)
    let disk = SimulatedDisk(seed: 1, options: SimulatedDiskOptions(hasPowerSafeOverwrite: false))
    let file = try disk.storage.open("/a", .create)
    try file.write([UInt8](repeating: 1, count: 512), at: 0)
    try file.sync()
    try disk.storage.syncDirectory("/")
    try file.write([UInt8](repeating: 2, count: 512), at: 0)
    let moment = disk.moment()
    let contents = try moment.losses().map { try bytes("/a", on: moment.disk(after: $0)) ?? [] }
    #expect(contents.contains { Set($0).count > 10 })
  }

  @Test func `equal contents have equal digests, whatever happened to them`() throws {
    _ = try file("/a", 1, count: 5000)
    let first = disk.moment().disk(after: .losingAll).digest
    let again = try io.open("/a", .readWrite)
    try again.write([7], at: 4999)
    let moment = disk.moment()
    #expect(moment.disk(after: .losingAll).digest == first)
    let changed = moment.disk(after: .keepingAll).digest
    #expect(changed != first)
    try again.write([1], at: 4999)
    try again.sync()
    #expect(disk.moment().disk(after: .losingAll).digest == first)
    try io.rename("/a", to: "/b")
    #expect(disk.moment().disk(after: .keepingAll).digest != first)
  }

  @Test func `a seed repeats everything`() throws {
    func run() throws -> UInt64 {
      let disk = SimulatedDisk(seed: 42)
      let store = try Store.open(at: "/a.store", io: disk.storage)
      disk.losePower()
      _ = store
      _ = try Store.open(at: "/a.store", io: disk.storage)
      disk.losePower()
      return disk.digest
    }
    let first = try run()
    #expect(try run() == first)
  }

  @Test func `memory that was mapped outlives the file`() throws {
    let region = try file("/a", 5, count: 3).map(length: 3)
    try io.remove("/a")
    #expect(region.withBytes { Array($0) } == [5, 5, 5])
  }
}
