import LogStore
import Testing

@Suite struct LineReaderTests {
  /// The lines of a text that comes in pieces of a size.
  private func lines(_ text: String, _ size: Int, filled: Bool = false) throws -> [String] {
    var rest = Array(text.utf8)[...]
    var reader = LineReader {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    var lines: [String] = []
    while let line = try filled ? reader.nextFilled() : reader.next() {
      lines.append("\(reader.number) " + String(decoding: line, as: UTF8.self))
    }
    return lines
  }

  @Test(arguments: 1...9) func `lines are the same in pieces of any size`(size: Int) throws {
    #expect(try lines("ab\n\ncdef\ng", size) == ["1 ab", "2 ", "3 cdef", "4 g"])
    #expect(try lines("ab\n", size) == ["1 ab"])
    #expect(try lines("", size) == [])
    #expect(try lines("\n", size) == ["1 "])
  }

  @Test func `blank lines are counted and passed over`() throws {
    #expect(try lines("\n \r\nx\n\t\ny", 4, filled: true) == ["3 x", "5 y"])
  }
}
