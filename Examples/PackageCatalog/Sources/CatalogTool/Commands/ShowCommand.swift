import ControlFile
import PackageCatalog

/// `catalog show NAME`
struct ShowCommand {
  var name: String

  func run(_ queries: CatalogQueries, output: TextOutput, errors: TextOutput) throws -> ExitCode {
    let found = try queries.packages(named: name)
    for (index, package) in found.enumerated() {
      if index > 0 { try output.writeLine("") }
      for line in lines(of: package, providers: queries.providers(of: package)) {
        try output.writeLine(line)
      }
    }
    if found.isEmpty { return try NotFound.report(name, errors: errors) }
    return .success
  }

  private func lines(of package: Package, providers: [Package]) -> [String] {
    var lines = ["Package: \(package.name)", "Kind: \(package.kind.rawValue)"]
    if !(package is VirtualPackage) { lines += propertyLines(of: package) }
    if let installed = package as? InstalledPackage {
      lines.append("Status: \(installed.wanted), \(installed.state.rawValue)")
    }
    if let available = package as? AvailablePackage {
      if let filename = available.filename { lines.append("Filename: \(filename)") }
      if let size = available.downloadSize { lines.append("Download-Size: \(size) bytes") }
    }
    lines += relationLines(of: package)
    if !providers.isEmpty {
      lines.append("Provided by: " + providers.map(\.name).joined(separator: ", "))
    }
    lines.append("Required by: \(package.dependents.count { $0.kind.isRequired }) relations")
    if !package.synopsis.isEmpty { lines.append("Description: \(package.synopsis)") }
    lines += package.longDescription.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !package.longDescription.isEmpty || !$0.isEmpty }.map { " " + $0 }
    return lines
  }

  private func propertyLines(of package: Package) -> [String] {
    var lines = ["Architecture: \(package.architecture)", "Version: \(package.version)"]
    lines.append("Priority: \(package.priority.rawValue)")
    if !package.section.isEmpty { lines.append("Section: \(package.section)") }
    if package.isEssential { lines.append("Essential: yes") }
    if let size = package.installedSize { lines.append("Installed-Size: \(size) KiB") }
    if let maintainer = package.maintainer {
      lines.append("Maintainer: \(maintainer.name)" + (maintainer.mail.map { " <\($0)>" } ?? ""))
    }
    return lines
  }

  /// One line a field, as a control file has it.
  private func relationLines(of package: Package) -> [String] {
    let rows = package.dependencies.sorted { $0.position < $1.position }
    return RelationKind.allCases.compactMap { kind in
      var text = ""
      var group: Int?
      for row in rows where row.kind == kind {
        if let group { text += group == row.group ? " | " : ", " }
        text += row.text
        group = row.group
      }
      return text.isEmpty ? nil : "\(kind.rawValue): \(text)"
    }
  }
}
