import Foundation
import LogStore
import StoreTool
import Testing

/// Answers for programs.
@Suite struct DocumentTests {
  /// A call of each command whose answer is a document.
  private static let calls: [[String]] = [
    ["info"], ["schema"], ["count"], ["count", "Note"], ["log"], ["stats"], ["map"], ["map", "--full"],
    ["check"], ["check", "--deep"], ["keys"], ["compact"],
    ["digest", "--decrypt", "--key-file", StoreState.keyPath],
    ["blobs", "list"], ["blobs", "verify"], ["repair", "--to", "/new.store"], ["query", "--explain", "Note"],
  ]

  /// Names of commands that have no answer of their own.
  private static let texts: Set = ["completions", "manual"]

  private static func document(_ run: ToolRun) throws -> Any {
    #expect(run.code == .success && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasSuffix("\n") && run.lines.count == 1)
    return try JSONSerialization.jsonObject(with: Data(run.output.utf8), options: .fragmentsAllowed)
  }

  /// The keys of all objects in a document.
  private static func keys(_ document: Any) -> Set<String> {
    if let object = document as? [String: Any] {
      return object.reduce(into: Set(object.keys)) { $0.formUnion(keys($1.value)) }
    }
    return (document as? [Any])?.reduce(into: []) { $0.formUnion(keys($1)) } ?? []
  }

  @Test(arguments: calls) func `an answer for programs is one document, whose keys the help names`(
    call: [String]
  ) throws {
    let io = try StoreState.checkpoint.make()
    let run = ToolRun(arguments: call + ["--json", StoreState.path], io: io)
    let keys = Self.keys(try Self.document(run))
    let help = ToolRun("help", call[0]).output
    for key in keys { #expect(help.contains("\"\(key)\""), "\(call): \(key)") }
    #expect(!keys.isEmpty)
  }

  @Test func `every command takes --json, but those that print scripts`() {
    for name in Storectl.commandNames {
      let takes = ToolRun("help", name).output.contains("--json")
      #expect(takes != Self.texts.contains(name), "\(name)")
    }
  }

  @Test func `the keys that the help of a command names are all in its answers`() throws {
    for call in Self.calls.filter({ ["info", "schema", "stats", "log", "compact"].contains($0[0]) }) {
      let io = try StoreState.checkpoint.make()
      let keys = Self.keys(try Self.document(ToolRun(arguments: call + ["--json", StoreState.path], io: io)))
      let help = ToolRun("help", call[0]).output
      let part = try #require(help.range(of: "The document of --json:")).upperBound
      let end = try #require(help.range(of: "\nOptions:")).lowerBound
      for match in help[part..<end].matches(of: /"([A-Za-z]+)"/) {
        #expect(keys.contains(String(match.output.1)), "\(call): \(match.output.1)")
      }
    }
  }

  @Test func `a document says what the text says`() throws {
    let io = try StoreState.checkpoint.make()
    let count = try Self.document(ToolRun("count", "--json", StoreState.path, io: io)) as? [String: Any]
    #expect(count?["objects"] as? Int == 5)
    let log = try Self.document(ToolRun("log", "--json", StoreState.path, io: io)) as? [String: Any]
    let commits = try #require(log?["commits"] as? [[String: Any]])
    #expect(commits.first?["deleted"] as? Int == 1 && commits.first?["author"] as? String == "state")
    let info = try Self.document(ToolRun("info", "--json", StoreState.path, io: io)) as? [String: Any]
    #expect(info?["state"] as? String == "closed" && info?["objects"] as? Int == 5)
    let lines = ToolRun("dump", StoreState.path, io: io).output
    #expect(ToolRun("dump", "--json", StoreState.path, io: io).output == lines)
  }

  @Test func `findings are in the document, and the exit code is that of the text`() throws {
    let io = try StoreState.checkpoint.make()
    let segment = StoreState.path + "/seg/0000000001.seg"
    let file = try io.open(segment, .readWrite)
    try file.write([0xFF, 0xFF], at: 4200)
    let run = ToolRun("check", "--json", StoreState.path, io: io)
    #expect(run.code == .corruption && run.errors.isEmpty)
    let check = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(check?["verdict"] as? String == "corruption")
    let findings = try #require(check?["findings"] as? [[String: Any]])
    #expect(
      findings.contains { $0["path"] as? String == segment && $0["severity"] as? String == "corruption" }
    )
    let map = ToolRun("map", "--json", StoreState.path, io: io)
    #expect(map.code == .corruption)
    let document = try JSONSerialization.jsonObject(with: Data(map.output.utf8)) as? [String: Any]
    #expect(document?["unknownBytes"] as? Int ?? 0 > 0)
  }

  @Test func `an error stays one line on the stream of errors, and no document is begun`() {
    for call in [["info"], ["map", "--full"], ["stats"], ["check"], ["keys"]] {
      let run = ToolRun(arguments: call + ["--json", "/missing.store"], io: MemoryStorageIO())
      #expect(run.code == .noStore && run.output.isEmpty, "\(call)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }
}
