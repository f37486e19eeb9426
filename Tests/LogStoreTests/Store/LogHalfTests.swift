import LogStore
import Testing

/// A store that was not closed, whose write-ahead log something has destroyed.
@Suite struct LogHalfTests {
  private func crashed() throws -> (CheckedStore, half: String) {
    let checked = CheckedStore()
    let (store, schema) = try checked.open()
    try checked.add("Ada", things: 3, to: store, schema)
    let copy = try checked.copy()
    try store.close()
    let superblock = try SuperblockSlots(io: copy.io, paths: copy.paths).chosen
    return (copy, copy.paths.half(superblock.epoch.half))
  }

  private func expectRefusal(_ checked: CheckedStore) throws {
    #expect(try checked.check().verdict == .corruption)
    let error = #expect(throws: StoreError.self) { try Store.open(at: checked.path, io: checked.io) }
    #expect(error?.code == .walCorrupt)
  }

  @Test func `a log that begins with neither zeros nor a group is damage`() throws {
    let (checked, half) = try crashed()
    let file = try checked.io.open(half, .readWrite)
    try file.write([UInt8](repeating: 0xFF, count: Int(try file.size())), at: 0)
    try expectRefusal(checked)
  }

  @Test(arguments: [0, 8, 20, 40, 95]) func `a changed byte in the first header of a log is damage`(
    offset: UInt64
  ) throws {
    let (checked, half) = try crashed()
    try checked.flip(half, at: offset)
    try expectRefusal(checked)
  }

  @Test func `the log of another store is damage`() throws {
    let (checked, half) = try crashed()
    let (other, otherHalf) = try crashed()
    let bytes = try other.io.open(otherHalf, .readOnly).readAll()
    try checked.io.open(half, .readWrite).write(bytes, at: 0)
    try expectRefusal(checked)
  }

  @Test func `a log overwritten with zeros is noted`() throws {
    let (checked, half) = try crashed()
    let file = try checked.io.open(half, .readWrite)
    try file.write([UInt8](repeating: 0, count: Int(try file.size())), at: 0)
    let report = try checked.check()
    #expect(report.findings.contains { $0.path == half && $0.found.contains("holds no commit") })
  }

  @Test func `recovery writes over no log that the loss of one superblock slot would lead back to`() throws {
    let (checked, _) = try crashed()
    let size = FormatConstants.blockSize
    let slots = Lock(try checked.io.open(checked.paths.superblock, .readOnly).readAll())
    let problems = Lock<[String]>([])
    let superblock = checked.paths.superblock
    let io = WatchedIO(base: checked.io) { path, call throws(StorageIOError) in
      guard case .write(let offset, let bytes) = call else { return }
      if path == superblock {
        slots.withLock { $0.replaceSubrange(Int(offset)..<Int(offset) + bytes.count, with: bytes) }
      }
      guard let half = [0, 1].first(where: { path.hasSuffix("/wal.\($0)") }), offset == 0,
        !bytes.prefix(512).allSatisfy({ $0 == 0 })
      else { return }
      let left = slots.withLock { slots in
        (0..<3).compactMap { slot in
          try? slots[slot * size..<(slot + 1) * size].withUnsafeBytes { try Superblock(decoding: $0) }
        }
      }
      let withoutNewest = left.sorted { $0.generation < $1.generation }.dropLast().last
      if withoutNewest?.epoch.half == UInt8(half) { problems.withLock { $0.append(path) } }
    }
    try Store.open(at: checked.path, io: io).close()
    #expect(problems.withLock { $0 } == [])
  }
}
