/// Reads a Debian control file paragraph by paragraph, in memory that does not grow with the file.
///
/// What it takes: paragraphs separated by blank lines, `Field: value` lines, continuation lines that begin
/// with a space or a tab, `#` comments, `\n` and `\r\n` line ends, a leading byte-order mark. A line that is
/// not valid UTF-8 is taken as Latin-1 and counted.
///
/// How a file that was cut off is told apart: a file whose last line has its line end is whole, with or
/// without a blank line behind it. If that line end is missing, the last paragraph may be cut anywhere, so it
/// is reported as `truncated` and not handed out. A cut exactly between two lines cannot be seen.
public struct ControlFileParser: ~Copyable {
  /// Bounds on what the parser holds at a time.
  public struct Limits: Sendable {
    /// The longest line, in bytes.
    public var line: Int
    /// The longest paragraph, in bytes.
    public var paragraph: Int

    /// The usual bounds: lines of 1 MiB, paragraphs of 16 MiB.
    public init(line: Int = 1 << 20, paragraph: Int = 16 << 20) {
      self.line = line
      self.paragraph = paragraph
    }
  }

  /// The number of lines so far that were not UTF-8 and were taken as Latin-1.
  public private(set) var latin1LineCount = 0
  /// The first such line, from 1.
  public private(set) var firstLatin1Line: Int?
  /// The name of the source, for messages.
  public var sourceName: String { lines.sourceName }

  private var lines: LineReader
  private let limits: Limits

  /// Prepares to read; nothing is read before the first `next()`.
  public init(_ source: consuming ByteSource, limits: Limits = Limits()) {
    lines = LineReader(source, lineLimit: limits.line)
    self.limits = limits
  }

  /// The next paragraph, or nil at the end of the file.
  ///
  /// - Throws: the first fault of the file; a parser that has thrown is not to be asked again.
  public mutating func next() throws(ControlFileError) -> Paragraph? {
    var paragraph = Paragraph(lineNumber: 0)
    while let line = try lines.next() {
      guard let first = firstByte(of: line.range) else {
        if paragraph.isEmpty { continue }
        return paragraph
      }
      if first == UInt8(ascii: "#") { continue }
      if paragraph.isEmpty { paragraph.lineNumber = lines.number }
      guard line.isTerminated else {
        throw .truncated(line: lines.number, paragraphLine: paragraph.lineNumber)
      }
      try add(line, startingWith: first, to: &paragraph)
    }
    return paragraph.isEmpty ? nil : paragraph
  }

  /// The first byte of a line, or nil if the line is blank: empty, or spaces and tabs alone.
  private func firstByte(of range: Range<Int>) -> UInt8? {
    guard let start = range.first else { return nil }
    let first = lines[start]
    guard first.isBlank else { return first }
    for offset in range where !lines[offset].isBlank { return first }
    return nil
  }

  private mutating func add(
    _ line: LineReader.Line,
    startingWith first: UInt8,
    to paragraph: inout Paragraph
  ) throws(ControlFileError) {
    if paragraph.bytes.count + line.range.count > limits.paragraph {
      throw .paragraphTooLong(line: paragraph.lineNumber, limit: limits.paragraph)
    }
    if first.isBlank {
      if paragraph.isEmpty { throw .continuationWithoutField(line: lines.number) }
      paragraph.bytes.append(0x0A)
      append(line, to: &paragraph)
      _ = paragraph.continueField()
      return
    }
    guard let colon = lines.firstColon(in: line.range), isName(line.range.lowerBound..<colon) else {
      throw .malformedLine(line: lines.number, found: lines.excerpt(line.range))
    }
    if !paragraph.isEmpty { paragraph.bytes.append(0x0A) }
    let start = paragraph.bytes.count
    let nameEnd = start + (colon - line.range.lowerBound)
    append(line, to: &paragraph)
    paragraph.addField(name: start..<nameEnd, value: nameEnd + 1..<paragraph.bytes.count)
  }

  /// Field names are printable ASCII without spaces.
  private func isName(_ range: Range<Int>) -> Bool {
    if range.isEmpty { return false }
    for offset in range where lines[offset] <= 0x20 || lines[offset] >= 0x7F { return false }
    return true
  }

  private mutating func append(_ line: LineReader.Line, to paragraph: inout Paragraph) {
    if lines.append(line, to: &paragraph.bytes) { return }
    latin1LineCount += 1
    if firstLatin1Line == nil { firstLatin1Line = lines.number }
  }
}
