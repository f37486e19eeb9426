#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Cuts a byte source into lines, through one buffer that is reused and only grows for long lines.
///
/// All raw memory of the parser is in this file. A line is handed out as a range that is valid until
/// the next call of `next()`.
struct LineReader: ~Copyable {
  /// One line without its end (`\n` or `\r\n`).
  struct Line {
    /// Offsets in the reader's buffer.
    var range: Range<Int>
    /// Whether a line end was found; only the last line of a file can lack one.
    var isTerminated: Bool
  }

  /// The number of the line handed out last, from 1.
  private(set) var number = 0
  /// The name that messages use for the source.
  var sourceName: String { source.name }

  private var source: ByteSource
  private let lineLimit: Int
  private var buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var reachedEnd = false

  init(_ source: consuming ByteSource, lineLimit: Int, bufferSize: Int = 256 << 10) {
    self.source = source
    self.lineLimit = lineLimit
    buffer = .allocate(byteCount: max(64, bufferSize), alignment: 16)
  }

  deinit {
    buffer.deallocate()
  }

  /// The next line, or nil after the last one.
  ///
  /// - Throws: `lineTooLong`, or what reading throws.
  mutating func next() throws(ControlFileError) -> Line? {
    var searched = start
    while true {
      if let newline = firstNewline(in: searched..<end) {
        let range = start..<newline
        number += 1
        if range.count > lineLimit { throw .lineTooLong(line: number, limit: lineLimit) }
        start = newline + 1
        return Line(range: withoutCarriageReturn(withoutMark(range)), isTerminated: true)
      }
      let pending = end - start
      if pending > lineLimit { throw .lineTooLong(line: number + 1, limit: lineLimit) }
      if reachedEnd {
        if pending == 0 { return nil }
        number += 1
        let range = start..<end
        start = end
        return Line(range: withoutMark(range), isTerminated: false)
      }
      try refill()
      searched = start + pending
    }
  }

  /// The bytes of a line, as UTF-8, appended to `bytes`. Returns false if they had to be taken as Latin-1.
  func append(_ line: Line, to bytes: inout [UInt8]) -> Bool {
    let raw = UnsafeRawBufferPointer(rebasing: buffer[line.range])
    if raw.isASCII {
      bytes.append(contentsOf: raw)
      return true
    }
    if String(validating: raw, as: UTF8.self) != nil {
      bytes.append(contentsOf: raw)
      return true
    }
    for byte in raw {
      bytes.append(contentsOf: String(UnicodeScalar(byte)).utf8)
    }
    return false
  }

  /// The byte at an offset of a line's range.
  subscript(offset: Int) -> UInt8 { buffer[offset] }

  /// The first colon of a line.
  func firstColon(in range: Range<Int>) -> Int? { first(0x3A, in: range) }

  /// Up to 40 characters of a line, for messages, with control characters made visible.
  func excerpt(_ range: Range<Int>) -> String {
    let text = String(decoding: buffer[range].prefix(120), as: UTF8.self)
    var shown = ""
    for scalar in text.unicodeScalars.prefix(40) {
      shown += scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
    }
    return text.unicodeScalars.count > 40 ? shown + "…" : shown
  }

  private func firstNewline(in range: Range<Int>) -> Int? { first(0x0A, in: range) }

  private func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard !range.isEmpty, let base = buffer.baseAddress else { return nil }
    guard let found = memchr(base + range.lowerBound, Int32(byte), range.count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private func withoutCarriageReturn(_ range: Range<Int>) -> Range<Int> {
    guard let last = range.last, buffer[last] == 0x0D else { return range }
    return range.dropLast()
  }

  /// Some editors begin a UTF-8 file with a mark; it belongs to no field name.
  private func withoutMark(_ range: Range<Int>) -> Range<Int> {
    guard number == 1, range.count >= 3 else { return range }
    let first = range.lowerBound
    guard buffer[first] == 0xEF, buffer[first + 1] == 0xBB, buffer[first + 2] == 0xBF else { return range }
    return range.dropFirst(3)
  }

  /// Moves what is pending to the front and reads more behind it; the buffer doubles if it is full.
  private mutating func refill() throws(ControlFileError) {
    let pending = end - start
    if start > 0 {
      if pending > 0 {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
      }
      start = 0
      end = pending
    }
    if end == buffer.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[0..<end]))
      buffer.deallocate()
      buffer = larger
    }
    let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    end += count
    reachedEnd = count == 0
  }
}

extension UnsafeRawBufferPointer {
  /// Whether no byte has its top bit set; eight bytes a step.
  fileprivate var isASCII: Bool {
    var offset = 0
    while offset + 8 <= count {
      if loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      offset += 8
    }
    while offset < count {
      if self[offset] >= 0x80 { return false }
      offset += 1
    }
    return true
  }
}
