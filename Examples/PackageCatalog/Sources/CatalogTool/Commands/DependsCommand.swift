import PackageCatalog

/// `catalog depends NAME [--reverse] [--depth N]`
struct DependsCommand {
  var name: String
  var isReversed: Bool
  var depth: Int

  func run(_ queries: CatalogQueries, output: TextOutput, errors: TextOutput) throws -> ExitCode {
    let found = try queries.packages(named: name)
    for package in found {
      let version = package.version.isEmpty ? "" : " \(package.version)"
      try output.writeLine("\(package.label)\(version) (\(package.kind.rawValue))")
      if package is VirtualPackage && !isReversed {
        let providers = queries.providers(of: package).map(\.name).joined(separator: ", ")
        let text = providers.isEmpty ? "Provided by no known package" : "Provided by: \(providers)"
        try output.writeLine("  " + text)
      }
      for line in DependencyTree.lines(of: package, isReversed: isReversed, depth: depth) {
        try output.writeLine(String(repeating: "  ", count: line.level) + line.text)
      }
    }
    if found.isEmpty { return try NotFound.report(name, errors: errors) }
    return .success
  }
}
