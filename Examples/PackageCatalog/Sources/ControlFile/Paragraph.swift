/// One paragraph of a control file: fields in the order of the file, with names that ignore case.
///
/// The text of all fields is one block of UTF-8 bytes; a field becomes a `String` only when it is asked for.
public struct Paragraph: Sendable {
  /// The line, from 1, on which the paragraph begins.
  public internal(set) var lineNumber: Int

  var bytes: [UInt8] = []
  private var fields: [Field] = []

  /// Where name and value of a field stand in `bytes`.
  private struct Field: Sendable {
    var name: Range<Int>
    var value: Range<Int>
  }

  init(lineNumber: Int) {
    self.lineNumber = lineNumber
    bytes.reserveCapacity(2_048)
    fields.reserveCapacity(24)
  }

  /// Whether no field has been read yet.
  var isEmpty: Bool { fields.isEmpty }

  /// The names of the fields as the file spells them, in its order.
  public var names: [String] { fields.map { String(decoding: bytes[$0.name], as: UTF8.self) } }

  /// The value of a field on one line: continuation lines are joined by single spaces.
  ///
  /// Names ignore the case of ASCII letters. If a field stands twice, the first counts.
  /// - Complexity: O(number of fields) and the length of the value.
  public subscript(name: String) -> String? {
    guard let value = valueRange(of: name) else { return nil }
    guard bytes[value].contains(0x0A) else { return String(decoding: bytes[value], as: UTF8.self) }
    var folded: [UInt8] = []
    for line in bytes[value].split(separator: 0x0A) {
      let text = line.trimmingBlanks()
      if text.isEmpty { continue }
      if !folded.isEmpty { folded.append(0x20) }
      folded.append(contentsOf: text)
    }
    return String(decoding: folded, as: UTF8.self)
  }

  /// The value of a field with its lines kept: each continuation loses the one space that marks it,
  /// and a continuation of a single dot is an empty line.
  public func lines(of name: String) -> [String]? {
    guard let value = valueRange(of: name) else { return nil }
    let lines = bytes[value].split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      if index == 0 { return String(decoding: line.trimmingBlanks(), as: UTF8.self) }
      let text = line.dropFirst()
      if text.count == 1 && text.first == 0x2E { return "" }
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// The bytes of a field as they stand in the file, line ends and continuation marks included.
  func rawValue(of name: String) -> ArraySlice<UInt8>? { valueRange(of: name).map { bytes[$0] } }

  /// Opens a field whose line is the last thing in `bytes`.
  mutating func addField(name: Range<Int>, value: Range<Int>) {
    fields.append(Field(name: name, value: trimmed(value)))
  }

  /// Extends the last field to the end of `bytes`. Returns false if there is none.
  mutating func continueField() -> Bool {
    guard let last = fields.indices.last else { return false }
    let start = fields[last].value.lowerBound
    fields[last].value = start..<trimmedEnd(start..<bytes.count)
    return true
  }

  private func valueRange(of name: String) -> Range<Int>? {
    let wanted = name.utf8
    search: for field in fields where field.name.count == wanted.count {
      var offset = field.name.lowerBound
      for byte in wanted {
        if bytes[offset].lowercased != byte.lowercased { continue search }
        offset += 1
      }
      return field.value
    }
    return nil
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    let end = trimmedEnd(range)
    while start < end && bytes[start].isBlank { start += 1 }
    return start..<end
  }

  private func trimmedEnd(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound && bytes[end - 1].isBlank { end -= 1 }
    return end
  }
}
