/// Names that may have been meant by one that does not exist.
package enum NearbyNames {
  /// Up to three names that differ from one in few letters, the nearest first.
  package static func of(_ name: String, among names: [String]) -> [String] {
    let wanted = Array(name.lowercased())
    let bound = max(1, wanted.count / 3)
    var found: [(distance: Int, name: String)] = []
    for candidate in names {
      let letters = Array(candidate.lowercased())
      let distance = letters.starts(with: wanted) && wanted.count > 1 ? 1 : distance(wanted, letters)
      if distance <= bound { found.append((distance, candidate)) }
    }
    found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return found.prefix(3).map(\.name)
  }

  /// Number of letters to insert, remove, replace or swap with their neighbour. O(a · b).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
