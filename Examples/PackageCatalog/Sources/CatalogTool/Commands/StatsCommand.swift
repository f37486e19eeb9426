import ControlFile
import PackageCatalog

/// `catalog stats`
struct StatsCommand {
  func run(_ queries: CatalogQueries, output: TextOutput) throws -> ExitCode {
    let statistics = try queries.statistics()
    var rows: [(String, Int)] = [
      ("Packages", statistics.packages),
      ("  installed", statistics.installed),
      ("  configuration only", statistics.configurationOnly),
      ("  available", statistics.available),
      ("Virtual names", statistics.virtual),
      ("Maintainers", statistics.maintainers),
      ("Relations", statistics.dependencies.reduce(0) { $0 + $1.count }),
    ]
    rows += statistics.dependencies.map { ("  \($0.kind.rawValue)", $0.count) }
    rows.append(("Packages by priority", statistics.priorities.reduce(0) { $0 + $1.count }))
    rows += statistics.priorities.map { ("  \($0.priority.rawValue)", $0.count) }
    for (label, count) in rows {
      let number = String(count)
      let padding = String(repeating: " ", count: max(1, 32 - label.count - number.count))
      try output.writeLine(label + padding + number)
    }
    return .success
  }
}
