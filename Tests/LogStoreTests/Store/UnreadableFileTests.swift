import LogStore
import Testing

/// Files that are damaged, gone, or that the system refuses to open: what is refused is no damage, and nothing
/// that could not be read is removed.
@Suite struct UnreadableFileTests {
  private static let refusals: [StorageIOError.Code] = [.accessDenied, .tooManyFilesInProcess, .ioFailure]

  /// A closed store that was compacted and written to again.
  private struct Compacted {
    let checked: CheckedStore
    let cold: [UInt32]
    let hot: UInt32
    let objects = 6 * 3 + 2

    /// Made once, since it has to be large for two cold segments; each test has a copy.
    private static let template = Result { try make() }

    init() throws {
      checked = try Self.template.get().copy()
      let numbers = try Self.numbers(checked)
      cold = numbers.dropLast()
      hot = try #require(numbers.last)
      try #require(cold.count >= 2)
    }

    private static func make() throws -> CheckedStore {
      let checked = CheckedStore()
      let (store, schema) = try checked.open()
      for letter in ["a", "b", "c", "d", "e", "f"] {
        try checked.add(String(repeating: letter, count: 400_000), things: 2, to: store, schema)
      }
      try store.compact()
      try checked.add("later", things: 1, to: store, schema)
      try store.close()
      return checked
    }

    static func numbers(_ checked: CheckedStore) throws -> [UInt32] {
      try checked.io.contents(ofDirectory: checked.paths.segments)
        .compactMap { StorePaths.number(in: $0, suffix: ".seg").map { UInt32($0) } }
    }

    var numbers: [UInt32] { get throws { try Self.numbers(checked) } }

    func removeCheckpoints() throws {
      for name in try checked.io.contents(ofDirectory: checked.paths.checkpoints) {
        try checked.io.remove(checked.paths.checkpoints + "/" + name)
      }
    }

    func damageCheckpoints() throws {
      for name in try checked.io.contents(ofDirectory: checked.paths.checkpoints) {
        try checked.flip(checked.paths.checkpoints + "/" + name, at: 20)
      }
    }

    /// The code that opening it gives; nil if it opens.
    func refusal(_ io: (any StorageIO)? = nil) -> StoreError.Code? {
      do throws(StoreError) {
        let store = try Store.open(at: checked.path, io: io ?? checked.io)
        try store.compact()
        try store.close()
        return nil
      } catch {
        return error.code
      }
    }
  }

  @Test func `without a checkpoint all objects of a compacted store are found`() throws {
    let store = try Compacted()
    try store.removeCheckpoints()
    #expect(try store.checked.check().objects == store.objects)
    #expect(store.refusal() == nil)
    let report = try store.checked.check()
    #expect(report.objects == store.objects)
    #expect(report.findings.isEmpty, "\(report.findings)")
  }

  @Test func `without a checkpoint a cold segment that is gone is missed`() throws {
    for number in 0..<2 {
      let store = try Compacted()
      try store.removeCheckpoints()
      try store.checked.io.remove(store.checked.paths.segment(store.cold[number]))
      let left = try store.numbers
      #expect(try store.checked.check().verdict == .corruption)
      #expect(store.refusal() == .segmentCorrupt)
      #expect(try store.numbers == left)
    }
  }

  @Test(arguments: [8, 88]) func `without a checkpoint a cold segment with a damaged header is missed`(
    offset: UInt64
  ) throws {
    let store = try Compacted()
    try store.damageCheckpoints()
    let last = try #require(store.cold.last)
    try store.checked.flip(store.checked.paths.segment(last), at: offset)
    let before = try store.numbers
    #expect(try store.checked.check().verdict == .corruption)
    #expect(store.refusal() == .segmentCorrupt)
    #expect(try store.numbers == before)
  }

  @Test func `without a checkpoint a cold segment that is cut between two frames is missed`() throws {
    let store = try Compacted()
    try store.removeCheckpoints()
    let last = try #require(store.cold.last)
    let file = try store.checked.io.open(store.checked.paths.segment(last), .readWrite)
    try file.truncate(to: UInt64(FormatConstants.segmentHeaderSize))
    #expect(try store.checked.check().verdict == .corruption)
    #expect(store.refusal() == .segmentCorrupt)
  }

  @Test(arguments: refusals)
  func `a checkpoint and a segment that the system refuses are no damage, and stay`(
    code: StorageIOError.Code
  ) throws {
    let store = try Compacted()
    let before = try store.numbers
    for deniesCheckpoint in [true, false] {
      if !deniesCheckpoint { try store.removeCheckpoints() }
      for number in [store.cold[0], try #require(store.cold.last), store.hot] {
        let path = store.checked.paths.segment(number)
        let io = DenyingIO(base: store.checked.io, code: code) {
          $0 == path || (deniesCheckpoint && $0.hasSuffix(".ckpt"))
        }
        #expect(store.refusal(io) == .inputOutput, "segment \(number)")
        #expect(throws: StoreError.self) { try StoreCheck.run(at: store.checked.path, io: io) }
        #expect(try store.numbers == before)
      }
    }
    #expect(try store.checked.check().objects == store.objects)
  }

  @Test(arguments: refusals) func `a checkpoint that the system refuses is not passed over`(
    code: StorageIOError.Code
  ) throws {
    let store = try Compacted()
    let io = DenyingIO(base: store.checked.io, code: code) { $0.hasSuffix(".ckpt") }
    #expect(store.refusal(io) == .inputOutput)
  }

  @Test(arguments: refusals) func `a segment that is left over stays if the system refuses to read it`(
    code: StorageIOError.Code
  ) throws {
    let store = try Compacted()
    let path = store.checked.paths.segment(99)
    try store.checked.io.open(path, .create).write([1, 2, 3], at: 0)
    #expect(store.refusal(DenyingIO(base: store.checked.io, code: code) { $0 == path }) == nil)
    #expect(try store.numbers.contains(99))
    #expect(store.refusal() == nil)
    #expect(try !store.numbers.contains(99))
  }

  @Test(arguments: refusals) func `no file that the system refuses to open is reported as damage`(
    code: StorageIOError.Code
  ) throws {
    let checked = CheckedStore()
    let (store, schema) = try checked.open()
    try checked.add("Ada", things: 3, to: store, schema)
    let crashed = try checked.copy()
    try store.checkpoint()
    try store.close()
    let all: [(CheckedStore, String)] =
      ["SUPER", "seg/0000000001.seg", "ckpt/0000000001.ckpt"].map { (checked, $0) }
      + ["SUPER", "wal.0", "wal.1", "seg/0000000001.seg"].map { (crashed, $0) }
    for (checked, name) in all {
      let path = checked.path + "/" + name
      let io = DenyingIO(base: checked.io, code: code) { $0 == path }
      for access in [StoreOptions.Access.readOnly, .readWrite] {
        do {
          _ = try Store.open(at: checked.path, options: StoreOptions(access: access), io: io)
          Issue.record("\(name) was not needed")
        } catch {
          #expect(error.code == .inputOutput, "\(name): \(error)")
        }
      }
      do {
        let report = try StoreCheck.run(at: checked.path, io: io)
        Issue.record("\(name): \(report.findings)")
      } catch {
        #expect(error.code == .inputOutput, "\(name): \(error)")
      }
    }
  }
}
