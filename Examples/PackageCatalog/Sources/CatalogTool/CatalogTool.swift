import Foundation
import PackageCatalog

/// The program `catalog`, apart from the process it runs in.
public struct CatalogTool {
  /// Version of the program, that of the package it is an example of.
  public static let version = "0.1.0"

  private let environment: [String: String]
  private let output: TextOutput
  private let errors: TextOutput

  /// - Parameters:
  ///   - environment: the variables that `--help` names, and `HOME`.
  ///   - output: where results go.
  ///   - errors: where messages and progress go.
  public init(environment: [String: String], output: TextOutput, errors: TextOutput) {
    self.environment = environment
    self.output = output
    self.errors = errors
  }

  /// Does what the arguments say; the program's name is not among them.
  public func run(_ arguments: [String]) -> ExitCode {
    do {
      let code = try perform(Invocation(arguments))
      try output.flush()
      return code
    } catch OutputError.readerLeft {
      return .success
    } catch let error as UsageError {
      return refuse(error)
    } catch {
      // What was found before the failure is still of use, but the failure is what has to be said.
      try? output.flush()
      report("\(error)")
      return .failure
    }
  }

  /// What a command line that was not understood comes to.
  public func refuse(_ error: UsageError) -> ExitCode {
    report("\(error); see catalog --help")
    return .usage
  }

  private func perform(_ invocation: Invocation) throws -> ExitCode {
    switch invocation.command {
    case .help:
      try output.write(UsageText.text)
      return .success
    case .version:
      try output.writeLine("catalog \(Self.version)")
      return .success
    case .sample:
      try output.write(SampleControlFile.text)
      return .success
    case .importFile(let file):
      let command = ImportCommand(file: file, acknowledgements: environment["CATALOG_ACK"])
      return try command.run(store: url(invocation), output: output, errors: errors)
    case .search(let text):
      return try SearchCommand(text: text).run(queries(invocation), output: output, errors: errors)
    case .show(let name):
      return try ShowCommand(name: name).run(queries(invocation), output: output, errors: errors)
    case .depends(let name, let isReversed, let depth):
      let command = DependsCommand(name: name, isReversed: isReversed, depth: depth)
      return try command.run(queries(invocation), output: output, errors: errors)
    case .stats:
      return try StatsCommand().run(queries(invocation), output: output)
    }
  }

  private func url(_ invocation: Invocation) -> URL {
    StoreLocation.url(invocation.store, environment: environment)
  }

  /// Opens the store for reading; a catalog that is not there is not made by asking it.
  private func queries(_ invocation: Invocation) throws -> CatalogQueries {
    let url = url(invocation)
    guard FileManager.default.fileExists(atPath: url.path) else {
      let path = url.path
      throw ToolError("there is no catalog at '\(path)'; make one with: catalog import --store '\(path)'")
    }
    return CatalogQueries(try Catalog.open(at: url, allowsSave: false))
  }

  /// One line on standard error. If even that cannot be written, the exit code still tells.
  private func report(_ message: String) {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    try? errors.writeLine("catalog: \(line)")
    try? errors.flush()
  }
}
