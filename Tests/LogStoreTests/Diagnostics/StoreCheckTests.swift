import LogStore
import Testing

@Suite struct StoreCheckTests {
  @Test func `a closed store is clean, and all of it was looked at`() throws {
    let report = try CheckedStore.closed().check()
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report.objects == 8)
    #expect(report.edges == 6)
    #expect(report.sequence == 3)
  }

  @Test func `a store that was not closed is clean, with a note`() throws {
    let checked = CheckedStore()
    let (store, schema) = try checked.open()
    try checked.add("Ada", things: 2, to: store, schema)
    // What a crash leaves: all files as they are, and no lock.
    let crashed = try checked.copy()
    try store.close()
    let report = try crashed.check()
    #expect(report.isClean, "\(report.findings)")
    #expect(report.findings.map(\.severity) == [.note])
    #expect(report.objects == 3)
  }

  @Test func `beside a writer only what it has made visible is checked`() throws {
    let checked = CheckedStore()
    let (store, schema) = try checked.open()
    try checked.add("Ada", things: 2, to: store, schema)
    let report = try checked.check()
    #expect(report.isBesideWriter)
    #expect(report.isClean, "\(report.findings)")
    #expect(report.objects == 3)
    try store.close()
  }

  @Test func `files that do not belong there are notes`() throws {
    let checked = try CheckedStore.closed()
    for name in ["/notes.txt", "/seg/0000000099.seg", "/seg/readme", "/ckpt/0000000099.ckpt", "/blob/00"] {
      try checked.io.open(checked.path + name, .create).write([1], at: 0)
    }
    let report = try checked.check()
    #expect(report.isClean)
    #expect(report.findings.count == 5)
  }

  @Test func `bytes behind the end of a segment are a note with their place`() throws {
    let checked = try CheckedStore.closed()
    let path = checked.paths.segment(1)
    let size = try checked.io.open(path, .readOnly).size()
    try checked.io.open(path, .readWrite).write([1, 2, 3], at: size)
    let finding = try #require(try checked.check().findings.first)
    #expect(finding.severity == .note)
    #expect(finding.offset == size)
    #expect(finding.path == path)
  }

  @Test func `a damaged slot is found though another one counts`() throws {
    let checked = try CheckedStore.closed()
    for slot in 0..<3 {
      try checked.flip(checked.paths.superblock, at: UInt64(slot * 4096 + 100))
      let report = try checked.check()
      #expect(report.verdict != nil, "slot \(slot)")
      #expect(
        report.findings.contains { $0.path == checked.paths.superblock && $0.offset == UInt64(slot * 4096) }
      )
      try checked.flip(checked.paths.superblock, at: UInt64(slot * 4096 + 100))
    }
    #expect(try checked.check().findings.isEmpty)
  }

  @Test func `damage names the file, the byte and the object`() throws {
    let checked = try CheckedStore.closed()
    let (store, _) = try checked.open()
    let word = store.snapshot().state.locations[2]
    try store.close()
    let location = Location(word: word)
    let path = checked.paths.segment(location.segment)
    try checked.flip(path, at: location.offset + UInt64(FormatConstants.recordHeaderSize))
    let report = try checked.check()
    #expect(report.verdict == .corruption)
    let named = report.findings.filter { $0.path == path && $0.offset == location.offset }
    #expect(!named.isEmpty, "\(report.findings)")
  }

  @Test func `all damaged records are listed, not only the first`() throws {
    let checked = try CheckedStore.closed()
    let (store, _) = try checked.open()
    let state = store.snapshot().state
    let words = [state.locations[1], state.locations[2], state.locations[9]].filter { $0 != 0 }
    try store.close()
    for word in words {
      let location = Location(word: word)
      try checked.flip(checked.paths.segment(location.segment), at: location.offset + 33)
    }
    let report = try checked.check()
    #expect(report.findings.count(where: { $0.severity == .corruption }) >= words.count, "\(report.findings)")
  }

  @Test(arguments: ["wal.0", "wal.1", "SUPER", "seg/0000000001.seg"])
  func `a file that is gone is corruption or no store`(name: String) throws {
    let checked = try CheckedStore.closed()
    try checked.io.remove(checked.path + "/" + name)
    do {
      let report = try checked.check()
      #expect(report.verdict == .corruption, "\(report.findings)")
    } catch let error as StoreError {
      #expect(error.code == .notAStore)
    }
  }

  @Test func `a checkpoint that is gone is corruption, though all is rebuilt without it`() throws {
    let checked = try CheckedStore.closed()
    for name in try checked.io.contents(ofDirectory: checked.paths.checkpoints) {
      try checked.io.remove(checked.paths.checkpoints + "/" + name)
    }
    let report = try checked.check()
    #expect(report.verdict == .corruption)
    #expect(report.objects == 8)
  }

  @Test(arguments: ["blob", "ckpt"]) func `a directory that holds nothing is made anew if it is gone`(
    name: String
  ) throws {
    let checked = CheckedStore()
    let (store, schema) = try checked.open()
    try checked.add("Ada", things: 3, to: store, schema)
    let crashed = try checked.copy()
    try store.close()
    try crashed.io.removeDirectory(crashed.path + "/" + name)
    let report = try crashed.check()
    #expect(report.isClean, "\(report.findings)")
    #expect(report.findings.contains { $0.path == crashed.path + "/" + name })
    let (again, _) = try crashed.open()
    try again.compact()
    try again.close()
    #expect(try crashed.check().findings.isEmpty)
  }

  @Test func `what is no store is an error, not a finding`() throws {
    let io = MemoryStorageIO()
    #expect(throws: StoreError.self) { try StoreCheck.run(at: "/nothing", io: io) }
  }
}

extension CheckedStore {
  /// The same files in a file system of their own.
  func copy() throws -> CheckedStore {
    let other = CheckedStore()
    try io.copyTree(path, to: other.io, at: path)
    return other
  }
}
