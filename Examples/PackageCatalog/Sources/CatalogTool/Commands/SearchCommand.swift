import PackageCatalog

/// `catalog search TEXT`
struct SearchCommand {
  var text: String

  func run(_ queries: CatalogQueries, output: TextOutput, errors: TextOutput) throws -> ExitCode {
    let found = try queries.search(text)
    for package in found {
      let synopsis = package.synopsis.isEmpty ? "" : " - \(package.synopsis)"
      try output.writeLine("\(package.name)\(synopsis) (\(package.kind.rawValue))")
    }
    if found.isEmpty {
      try errors.writeLine("catalog: no package has '\(text)' in its name or synopsis")
      try errors.flush()
      return .notFound
    }
    return .success
  }
}
