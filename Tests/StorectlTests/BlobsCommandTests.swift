import LogStore
import StoreTool
import Testing

@Suite struct BlobsCommandTests {
  @Test func `list names each blob with its size, object and attribute`() throws {
    let sample = try BlobSample()
    let run = ToolRun("blobs", "list", BlobSample.path, io: sample.io)
    #expect(run.code == .success)
    #expect(run.lines.count == 2)
    let names = try sample.files().map { $0.split(separator: "/").last.map(String.init) ?? "" }.sorted()
    #expect(run.lines.map { String($0.prefix(32)) } == names)
    for line in run.lines {
      #expect(line.dropFirst(32).hasPrefix(" 200000 bytes, object "))
      #expect(line.hasSuffix("Photo.image"))
    }
  }

  @Test func `verify reads every byte, and names what is missing or damaged`() throws {
    let sample = try BlobSample()
    let clean = ToolRun("blobs", "verify", BlobSample.path, io: sample.io)
    #expect(clean.code == .success)
    #expect(clean.lines == ["\(BlobSample.path): 2 blobs verified"])
    let files = try sample.files()
    try sample.io.open(files[0], .readWrite).write([0xFF, 0, 0xFF, 0], at: 100_000)
    try sample.io.remove(files[1])
    let run = ToolRun("blobs", "verify", BlobSample.path, io: sample.io)
    #expect(run.code == .corruption)
    #expect(run.lines.count == 3)
    #expect(
      run.lines.contains { $0.hasPrefix("corruption: \(files[0]), byte ") && $0.contains("Photo.image") }
    )
    #expect(run.lines.contains { $0.contains(files[1]) && $0.contains("missing") })
    #expect(run.lines.last == "\(BlobSample.path): 0 blobs verified, 2 missing or damaged")
  }

  @Test func `extract writes a value to a new file or to the output, wherever it is kept`() throws {
    let sample = try BlobSample()
    for (object, value) in [("1", BlobSample.large), ("3", BlobSample.small)] {
      let file = ToolRun("blobs", "extract", BlobSample.path, object, "image", "/out\(object)", io: sample.io)
      #expect(file.code == .success)
      #expect(try sample.io.open("/out\(object)", .readOnly).readAll() == value)
      let sink = MemorySink()
      let tool = Storectl(output: TextOutput(sink), errors: TextOutput(MemorySink()), io: sample.io)
      #expect(tool.run(["blobs", "extract", BlobSample.path, object, "image", "-"]) == .success)
      #expect(sink.bytes == value)
    }
    let again = ToolRun("blobs", "extract", BlobSample.path, "2", "image", "/out1", io: sample.io)
    #expect(again.code == .inputOutput)
    #expect(try sample.io.open("/out1", .readOnly).readAll() == BlobSample.large)
  }

  @Test func `extract leaves nothing of a value that is damaged`() throws {
    let sample = try BlobSample()
    for file in try sample.files() { try sample.io.open(file, .readWrite).write([1, 2, 3], at: 150_000) }
    let run = ToolRun("blobs", "extract", BlobSample.path, "1", "image", "/out", io: sample.io)
    #expect(run.code == .corruption)
    #expect(try sample.io.metadata("/out") == nil)
  }

  @Test(arguments: [
    ("5", "image", ExitCode.notFound), ("4", "image", .notFound), ("1", "year", .usage),
    ("1", "none", .usage),
    ("x", "image", .usage),
  ])
  func `extract says what is not there`(object: String, attribute: String, code: ExitCode) throws {
    let sample = try BlobSample()
    let run = ToolRun("blobs", "extract", BlobSample.path, object, attribute, "/out", io: sample.io)
    #expect(run.code == code)
    #expect(!run.errors.isEmpty)
    #expect(try sample.io.metadata("/out") == nil)
  }

  @Test(arguments: [
    ["blobs", "move", BlobSample.path], ["blobs", "list", BlobSample.path, "1"], ["blobs", "verify"],
    ["blobs", "extract", BlobSample.path, "1", "image"],
  ])
  func `other calls are refused`(arguments: [String]) throws {
    #expect(ToolRun(arguments: arguments, io: try BlobSample().io).code == .usage)
  }
}
