/// Rows of words in aligned columns: the first to the left, the others to the right.
struct TextTable {
  private var rows: [[String]] = []

  /// Adds a row that names what follows.
  mutating func append(heading row: String...) { rows.append(row) }

  /// Adds a row with as many cells as the others; it stands two columns in.
  mutating func append(_ row: String...) { rows.append(["  " + row[0]] + row.dropFirst()) }

  /// The lines.
  var lines: [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = row[0]
      var end = widths[0]
      for column in row.indices.dropFirst() {
        end += 2 + widths[column]
        // An empty cell leaves no blanks at the end of the line.
        guard !row[column].isEmpty else { continue }
        line += String(repeating: " ", count: end - line.count - row[column].count) + row[column]
      }
      return line
    }
  }
}
