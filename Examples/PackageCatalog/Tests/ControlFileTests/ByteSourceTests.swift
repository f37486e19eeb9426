import ControlFile
import Testing

@Suite struct ByteSourceTests {
  @Test func `a missing file is reported with the path and the system's reason`() {
    #expect(
      throws: ControlFileError.cannotOpen(path: "/nonexistent/file", reason: "No such file or directory")
    ) { _ = try ByteSource(path: "/nonexistent/file") }
  }

  @Test func `a directory in place of a file is called one`() throws {
    #expect(throws: ControlFileError.isDirectory(path: "/")) {
      _ = try ByteSource(path: "/")
    }
  }

  @Test(arguments: [
    ControlFileError.cannotOpen(path: "p", reason: "r"), .cannotRead(path: "p", reason: "r"),
    .isDirectory(path: "p"),
    .lineTooLong(line: 1, limit: 2), .paragraphTooLong(line: 1, limit: 2),
    .malformedLine(line: 1, found: "x"),
    .continuationWithoutField(line: 1), .truncated(line: 2, paragraphLine: 1),
    .missingField(name: "Package", paragraphLine: 1),
    .malformedValue(field: "Size", found: "x", expected: "a number", line: 1),
  ])
  func `each message is one line`(error: ControlFileError) {
    #expect(!error.description.contains("\n"))
    #expect(error.description.count > 15)
  }
}
