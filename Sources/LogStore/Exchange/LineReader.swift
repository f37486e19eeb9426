/// Parts a text that comes in pieces into its lines.
package struct LineReader {
  private let read: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  /// Where the next line begins in `buffer`.
  private var start = 0
  /// Up to where no line ends.
  private var searched = 0
  private var isAtEnd = false
  /// Number of the line that was given last, from 1 on.
  package private(set) var number = 0

  /// - Parameter read: The next bytes; none at the end.
  package init(_ read: @escaping () throws -> [UInt8]) { self.read = read }

  /// The next line without its end; nil at the end of the text.
  ///
  /// - Throws: What `read` throws.
  package mutating func next() throws -> [UInt8]? {
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[start..<end])
        start = end + 1
        searched = start
        number += 1
        return line
      }
      searched = buffer.count
      if isAtEnd {
        guard start < buffer.count else { return nil }
        let line = Array(buffer[start...])
        start = buffer.count
        number += 1
        return line
      }
      if start > 0 {
        buffer.removeSubrange(..<start)
        searched -= start
        start = 0
      }
      let more = try read()
      isAtEnd = more.isEmpty
      buffer += more
    }
  }

  /// The next line that is not blank.
  package mutating func nextFilled() throws -> [UInt8]? {
    while let line = try next() {
      if line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { return line }
    }
    return nil
  }
}
