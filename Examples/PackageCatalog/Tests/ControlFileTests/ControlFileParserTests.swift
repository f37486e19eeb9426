import ControlFile
import Testing

/// Reads a text to its end, from pieces of a given size.
private func parse(
  _ bytes: [UInt8],
  pieceSize: Int = 65_536,
  limits: ControlFileParser.Limits = .init()
) throws -> [Paragraph] {
  var parser = ControlFileParser(ByteSource(bytes, pieceSize: pieceSize), limits: limits)
  var paragraphs: [Paragraph] = []
  while let paragraph = try parser.next() { paragraphs.append(paragraph) }
  return paragraphs
}

private func parse(_ text: String) throws -> [Paragraph] { try parse(Array(text.utf8)) }

private func fault(of text: String, limits: ControlFileParser.Limits = .init()) -> ControlFileError? {
  do {
    _ = try parse(Array(text.utf8), limits: limits)
    return nil
  } catch {
    return error as? ControlFileError
  }
}

@Suite struct ControlFileParserTests {
  @Test func `blank lines separate paragraphs, however many there are`() throws {
    let paragraphs = try parse("\n\nPackage: a\nVersion: 1\n\n \t\n\nPackage: b\n")
    #expect(paragraphs.map { $0["Package"] } == ["a", "b"])
    #expect(paragraphs.map(\.lineNumber) == [3, 8])
  }

  @Test func `an empty file has no paragraphs`() throws {
    #expect(try parse("").isEmpty)
    #expect(try parse("\n\n# nothing\n").isEmpty)
  }

  @Test func `field names ignore case and keep their order`() throws {
    let paragraph = try #require(try parse("PACKAGE: a\nInstalled-size: 4\n").first)
    #expect(paragraph["package"] == "a")
    #expect(paragraph["Installed-Size"] == "4")
    #expect(paragraph["Absent"] == nil)
    #expect(paragraph.names == ["PACKAGE", "Installed-size"])
  }

  @Test func `the first of two equal fields counts`() throws {
    #expect(try parse("Package: a\npackage: b\n").first?["Package"] == "a")
  }

  @Test func `values lose the blanks around them and may be empty or hold colons`() throws {
    let paragraph = try #require(try parse("A:  x  \nB:\nC: 1:2-3\nD:y\n").first)
    #expect(paragraph["A"] == "x")
    #expect(paragraph["B"] == "")
    #expect(paragraph["C"] == "1:2-3")
    #expect(paragraph["D"] == "y")
  }

  @Test func `continuation lines fold into one value, or keep their lines`() throws {
    let text = "Depends: a,\n b,\n\tc\nDescription: short\n first\n .\n  indented\n"
    let paragraph = try #require(try parse(text).first)
    #expect(paragraph["Depends"] == "a, b, c")
    #expect(paragraph.lines(of: "Description") == ["short", "first", "", " indented"])
  }

  @Test func `comments are left out, even inside a value`() throws {
    let paragraph = try #require(try parse("# head\nDepends: a,\n# between\n b\n").first)
    #expect(paragraph["Depends"] == "a, b")
  }

  @Test func `lines may end in carriage return and line feed`() throws {
    let paragraphs = try parse("Package: a\r\nDescription: x\r\n y\r\n\r\nPackage: b\r\n")
    #expect(paragraphs.count == 2)
    #expect(paragraphs.first?.lines(of: "Description") == ["x", "y"])
  }

  @Test func `a byte-order mark before the first field is skipped`() throws {
    #expect(try parse("\u{FEFF}Package: a\n").first?["Package"] == "a")
  }

  @Test(arguments: 1...70) func `the size of the pieces read makes no difference`(pieceSize: Int) throws {
    let text = "Package: grün\nDescription: äöü\n \(String(repeating: "long ", count: 60))\n\nPackage: b\n"
    let paragraphs = try parse(Array(text.utf8), pieceSize: pieceSize)
    #expect(paragraphs.map { $0["Package"] } == ["grün", "b"])
    #expect(paragraphs.first?.lines(of: "Description")?.last?.count == 299)
  }

  @Test func `a line that is not UTF-8 is taken as Latin-1 and counted`() throws {
    var bytes = Array("Package: a\nMaintainer: Jos".utf8)
    bytes.append(0xE9)
    bytes += Array(" <j@x>\nSection: größe\n".utf8)
    var parser = ControlFileParser(ByteSource(bytes))
    let paragraph = try #require(try parser.next())
    #expect(paragraph["Maintainer"] == "José <j@x>")
    #expect(paragraph["Section"] == "größe")
    #expect(parser.latin1LineCount == 1)
    #expect(parser.firstLatin1Line == 2)
  }

  @Test func `a Latin-1 line keeps the extent of the fields behind it`() throws {
    let bytes: [UInt8] = Array("A: ".utf8) + [0xFC, 0xFC] + Array("\nB: z\n".utf8)
    let paragraph = try #require(try parse(bytes).first)
    #expect(paragraph["A"] == "üü")
    #expect(paragraph["B"] == "z")
  }

  @Test func `a file cut inside a line gives up its last paragraph only`() throws {
    var parser = ControlFileParser(ByteSource(text: "Package: a\n\nPackage: b\nVersion: 1.2"))
    #expect(try parser.next()?["Package"] == "a")
    #expect(throws: ControlFileError.truncated(line: 4, paragraphLine: 3)) { _ = try parser.next() }
  }

  @Test func `a last paragraph with its line end is whole`() throws {
    #expect(try parse("Package: a\nVersion: 1\n").first?["Version"] == "1")
  }

  @Test(arguments: [
    ("Package: a\nnonsense\n", ControlFileError.malformedLine(line: 2, found: "nonsense")),
    (": x\n", .malformedLine(line: 1, found: ": x")),
    ("Two words: x\n", .malformedLine(line: 1, found: "Two words: x")),
    ("\n lost\n", .continuationWithoutField(line: 2)),
    ("a\u{0}b\u{7}\n", .malformedLine(line: 1, found: "a\u{FFFD}b\u{FFFD}")),
  ])
  func `a line of another form is named with its number`(text: String, expected: ControlFileError) {
    #expect(fault(of: text) == expected)
  }

  @Test func `an over-long line is refused with its number, terminated or not`() {
    let long = "Package: a\nX: " + String(repeating: "x", count: 300)
    let limits = ControlFileParser.Limits(line: 256)
    #expect(fault(of: long + "\n", limits: limits) == .lineTooLong(line: 2, limit: 256))
    #expect(fault(of: long, limits: limits) == .lineTooLong(line: 2, limit: 256))
  }

  @Test func `a line at the limit is read`() throws {
    let text = "X: " + String(repeating: "x", count: 253) + "\n"
    #expect(fault(of: text, limits: .init(line: 256)) == nil)
  }

  @Test func `a paragraph without end is refused before it fills the memory`() {
    let text = "Package: a\n" + String(repeating: " more and more\n", count: 100)
    #expect(fault(of: text, limits: .init(paragraph: 1_000)) == .paragraphTooLong(line: 1, limit: 1_000))
  }

  @Test func `bytes of any kind are refused or read, never trapped on`() {
    var state: UInt64 = 20_260_101
    for _ in 0..<500 {
      var bytes: [UInt8] = []
      for _ in 0..<Int(state % 200) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let alphabet = Array("Ab: \n\r\t#.,(|".utf8) + [0xE9, 0xC3, 0xA9, 0x00]
        bytes.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      state = state &* 6_364_136_223_846_793_005 &+ 99
      _ = try? parse(bytes, pieceSize: 7)
    }
  }
}
