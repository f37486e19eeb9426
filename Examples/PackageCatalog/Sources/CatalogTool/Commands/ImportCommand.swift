import ControlFile
import Foundation
import PackageCatalog

/// `catalog import [FILE]`
struct ImportCommand {
  /// The package database of a Debian machine.
  static let systemFile = "/var/lib/dpkg/status"

  /// The file given, or nil.
  var file: String?
  /// The file that `CATALOG_ACK` names, or nil.
  var acknowledgements: String?

  func run(store: URL, output: TextOutput, errors: TextOutput) throws -> ExitCode {
    // The file is opened first: a wrong name shall not leave an empty store behind.
    let source = try source(errors: errors)
    let name = source.name
    // And the store once there is something to store, or the file has ended without a fault.
    let importer = Importer { try StoreDirectory(store).making { try Catalog.open(at: store) } }
    let report = try run(importer, source, errors: errors)
    if let line = report.firstLatin1Line {
      let count = report.latin1LineCount
      try errors.writeLine("catalog: \(count) lines are not UTF-8 and were taken as Latin-1, first \(line)")
      try errors.flush()
    }
    let counts = "inserted \(report.inserted), updated \(report.updated), unchanged \(report.unchanged)"
    try output.writeLine("\(name): \(report.packageCount) package" + (report.packageCount == 1 ? "" : "s"))
    try output.writeLine(counts + details(report))
    return .success
  }

  private func run(
    _ importer: Importer,
    _ source: consuming ByteSource,
    errors: TextOutput
  ) throws -> ImportReport {
    let acknowledge = try acknowledgement()
    var line = ProgressLine(on: errors)
    do {
      let report = try importer.run(source) { progress in
        if case .packages(let count) = progress { try acknowledge(count) }
        try line.show(progress)
      }
      try line.clear()
      return report
    } catch {
      try line.clear()
      throw error
    }
  }

  private func source(errors: TextOutput) throws -> ByteSource {
    if let file { return try ByteSource(path: file) }
    if FileManager.default.fileExists(atPath: Self.systemFile) {
      return try ByteSource(path: Self.systemFile)
    }
    try errors.writeLine("catalog: there is no \(Self.systemFile) here; importing the sample instead")
    try errors.flush()
    return ByteSource(text: SampleControlFile.text, name: "sample")
  }

  private func details(_ report: ImportReport) -> String {
    var parts: [String] = []
    if report.kindChanged > 0 { parts.append("\(report.kindChanged) changed kind") }
    if report.keptAsInstalled > 0 { parts.append("\(report.keptAsInstalled) kept as this machine has them") }
    if report.virtualAdded > 0 { parts.append("\(report.virtualAdded) virtual names added") }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  private func acknowledgement() throws -> (Int) throws -> Void {
    guard let acknowledgements else { return { _ in } }
    let file = try AcknowledgementFile(path: acknowledgements)
    return { try file.append($0) }
  }
}
