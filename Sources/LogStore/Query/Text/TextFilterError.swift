/// Why a filter in words was not understood: where, what stands there, and what may stand there.
package struct TextFilterError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The character at which it begins, counted from 1.
  package var column: Int
  /// What stands there.
  package var found: String
  /// What may stand there.
  package var expected: String
  /// Names that are spelled nearly as what was found.
  package var near: [String]

  /// Describes a problem.
  package init(column: Int, found: String, expected: String, near: [String] = []) {
    self.column = column
    self.found = found
    self.expected = expected
    self.near = near
  }

  /// One line: column, what was found, what is expected, and names that may have been meant.
  package var description: String {
    let hint = near.isEmpty ? "" : "; did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    return "column \(column): found \(found), expected \(expected)\(hint)"
  }
}
