import Foundation
import LogStore
import Testing

/// What only a process of its own shows: streams that are closed or full.
@Suite struct ProcessTests {
  /// The tool, which lies beside the tests.
  private static var tool: URL? {
    guard let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return nil
    }
    let tool = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("storectl")
    return FileManager.default.isExecutableFile(atPath: tool.path) ? tool : nil
  }

  /// Runs a shell line in which $0 is the tool and $1 a store.
  private func shell(_ line: String) throws -> (code: Int32, output: String) {
    let tool = try #require(Self.tool)
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "storectl-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = directory.appendingPathComponent("sample.store").path
    _ = try SampleStore(PosixStorageIO(), at: store)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line, tool.path, store]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  @Test func `a full disk behind the output is exit code 6`() throws {
    let run = try shell(#""$0" dump "$1" >/dev/full"#)
    #expect(run.code == 6)
    #expect(run.output.hasPrefix("storectl: cannot write the output"))
  }

  @Test func `a closed output is exit code 6, and no file of the store takes its place`() throws {
    let run = try shell(#""$0" compact "$1" >&-; code=$?; "$0" check "$1" >/dev/null || exit 99; exit $code"#)
    #expect(run.code == 6)
    #expect(run.output.hasPrefix("storectl: cannot write the output"))
  }

  @Test func `a limit of file sizes is exit code 6 and leaves the store whole`() throws {
    let run = try shell(
      #"(ulimit -f 16; "$0" compact "$1"); code=$?; "$0" check "$1" >/dev/null || exit 99; exit $code"#
    )
    #expect(run.code == 6, "\(run.output)")
    #expect(run.output.contains("ulimit -f"))
  }

  @Test func `a limit of file sizes is exit code 6 for a load, and leaves nothing of a new store`() throws {
    let run = try shell(
      #"cd "$1/.." && "$0" dump --schema "$1" >a.dump && (ulimit -f 16; "$0" load a.dump b.store); code=$?"#
        + #"; ls -d b.store* 2>/dev/null && exit 99; "$0" load - b.store <a.dump && exit $code"#
    )
    #expect(run.code == 6, "\(run.output)")
    #expect(run.output.contains("4 objects loaded from 5 lines"))
  }

  @Test func `a path that is not UTF-8 is refused instead of read as another one`() throws {
    let run = try shell(#"name=$(printf 'a\377b'); mkdir "$1/../$name"; "$0" check "$1/../$name""#)
    #expect(run.code == 64)
    #expect(run.output.contains("not UTF-8"))
  }

  @Test func `the limit of open files is raised as far as the system allows`() throws {
    let run = try shell(#"ulimit -Sn 4; "$0" check "$1""#)
    #expect(run.code == 0, "\(run.output)")
  }

  @Test func `too many open files are no damage`() throws {
    let run = try shell(#"ulimit -n 4; "$0" check "$1""#)
    #expect(run.code == 6, "\(run.output)")
  }

  @Test func `a reader that leaves at once ends it quietly`() throws {
    let run = try shell(#"{ "$0" dump "$1"; echo $? >&2; } | true"#)
    #expect(run.output == "0\n")
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may read everything"))
  func `a store without the right to read is exit code 6`() throws {
    let run = try shell(#"chmod 0 "$1/SUPER"; "$0" info "$1"; code=$?; chmod 600 "$1/SUPER"; exit $code"#)
    #expect(run.code == 6)
    #expect(run.output.contains("ermission"))
  }

  @Test func `a store reads the same from the disk as from memory`() throws {
    let memory = try SampleStore()
    let run = try shell(#""$0" dump "$1""#)
    #expect(run.output == ToolRun("dump", memory.path, io: memory.io).output)
  }
}
