import Foundation

/// One measured value.
struct CipherFigure: Codable {
  var name: String
  var value: Double
  var unit: String
  /// What the value means, where the name does not say it.
  var note: String?

  /// A line of the table.
  var text: String {
    let left = name.padding(toLength: 44, withPad: " ", startingAt: 0)
    return left + String(format: "%12.3f ", value) + unit + (note.map { "  (\($0))" } ?? "")
  }
}
