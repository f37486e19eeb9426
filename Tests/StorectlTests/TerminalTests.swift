import LogStore
import StoreTool
import Synchronization
import Testing

/// What only somebody at a terminal sees.
@Suite struct TerminalTests {
  /// Each look at the clock is a second later.
  private struct HastyIO: ForwardingIO {
    let base: any StorageIO
    private let clock = Clock()

    private final class Clock: Sendable {
      let seconds = Atomic<Int64>(0)
    }

    init(_ base: any StorageIO) { self.base = base }

    func now() -> Int64 { clock.seconds.add(1, ordering: .relaxed).newValue * 1000 }
  }

  private final class Screen: Sendable {
    private let text = Mutex("")
    var shown: String { text.withLock { $0 } }
    func show(_ more: String) { text.withLock { $0 += more } }
  }

  /// Runs the tool as at a terminal.
  private static func run(
    _ arguments: [String],
    _ io: any StorageIO,
    colours: Bool
  ) -> (output: String, progress: String) {
    let (sink, screen) = (MemorySink(), Screen())
    let tool = Storectl(
      output: TextOutput(sink, showsColours: colours),
      errors: TextOutput(MemorySink()),
      io: io,
      progress: { screen.show($0) }
    )
    _ = tool.run(arguments)
    return (sink.text, screen.shown)
  }

  @Test func `findings have colours, and nothing else differs`() throws {
    let io = try StoreState.checkpoint.make()
    try io.open(StoreState.path + "/seg/0000000001.seg", .readWrite).write([0xFF, 0xFF], at: 4200)
    for arguments in [["check", StoreState.path], ["map", StoreState.path]] {
      let plain = Self.run(arguments, io, colours: false).output
      let coloured = Self.run(arguments, io, colours: true).output
      #expect(coloured.contains("\u{1B}[31m") && !plain.contains("\u{1B}"))
      #expect(coloured.replacing(/\u{1B}\[[0-9]*m/, with: "") == plain)
    }
    #expect(!Self.run(["check", "--json", StoreState.path], io, colours: true).output.contains("\u{1B}"))
    for command in ["info", "schema", "dump", "stats", "log"] {
      let healthy = try StoreState.checkpoint.make()
      #expect(!Self.run([command, StoreState.path], healthy, colours: true).output.contains("\u{1B}"))
    }
  }

  @Test(arguments: ["check", "compact", "map"])
  func `a long command shows that it goes on, and wipes that in the end`(command: String) throws {
    let io = HastyIO(try SampleStore().io)
    let run = Self.run([command, "/sample.store"], io, colours: false)
    #expect(run.progress.contains("\r\(command): ") && run.progress.contains(" read"))
    #expect(run.progress.hasSuffix("\r\u{1B}[K"))
    #expect(command != "compact" || run.progress.contains(" written"))
  }

  @Test(arguments: ["info", "dump", "count"])
  func `a command that is not long shows nothing of the kind`(command: String) throws {
    let run = Self.run([command, "/sample.store"], HastyIO(try SampleStore().io), colours: false)
    #expect(run.progress.isEmpty)
  }
}
