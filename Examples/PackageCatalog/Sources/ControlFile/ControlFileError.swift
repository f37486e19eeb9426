/// What is wrong with a control file, or why it could not be read.
///
/// Line numbers count from 1. The description is one line that says what was found, where, and what to do.
public enum ControlFileError: Error, Equatable, Sendable {
  /// The system refused to open the file.
  case cannotOpen(path: String, reason: String)
  /// The system refused to read the file after it was opened.
  case cannotRead(path: String, reason: String)
  /// The path names a directory.
  case isDirectory(path: String)
  /// A line is longer than the parser was allowed to hold.
  case lineTooLong(line: Int, limit: Int)
  /// A paragraph is longer than the parser was allowed to hold.
  case paragraphTooLong(line: Int, limit: Int)
  /// A line is neither a field, nor the continuation of one, nor a comment, nor blank.
  case malformedLine(line: Int, found: String)
  /// A continuation line stands before the first field of its paragraph.
  case continuationWithoutField(line: Int)
  /// The file ends in the middle of a line, so its last paragraph cannot be trusted.
  case truncated(line: Int, paragraphLine: Int)
  /// A paragraph lacks a field that every package has.
  case missingField(name: String, paragraphLine: Int)
  /// A field holds something that does not have the field's form.
  case malformedValue(field: String, found: String, expected: String, line: Int)
}

extension ControlFileError: CustomStringConvertible {
  /// One line: what was found, where, and what to do.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason):
      "cannot open '\(path)': \(reason); name a Debian control file that you may read, or - for standard input"
    case .cannotRead(let path, let reason):
      "cannot read '\(path)': \(reason)"
    case .isDirectory(let path):
      "'\(path)' is a directory; name the control file inside it"
    case .lineTooLong(let line, let limit):
      "line \(line) is longer than \(limit) bytes; this is not a Debian control file, or it is damaged there"
    case .paragraphTooLong(let line, let limit):
      "the paragraph at line \(line) is longer than \(limit) bytes; paragraphs are separated by blank lines"
    case .malformedLine(let line, let found):
      "line \(line) is neither 'Field: value' nor a continuation (which begins with a space): '\(found)'"
    case .continuationWithoutField(let line):
      "line \(line) begins with a space, but no field stands before it in its paragraph"
    case .truncated(let line, let paragraphLine):
      """
      the file ends in the middle of line \(line); the paragraph that begins at line \(paragraphLine) was \
      left out, get the whole file and import it again
      """
    case .missingField(let name, let paragraphLine):
      "the paragraph at line \(paragraphLine) has no field '\(name)'; every package needs one"
    case .malformedValue(let field, let found, let expected, let line):
      "the paragraph at line \(line) has '\(field): \(found)'; expected \(expected)"
    }
  }
}
