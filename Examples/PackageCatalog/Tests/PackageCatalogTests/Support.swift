import CatalogTool
import ControlFile
import Foundation
import ObjectGraph
import PackageCatalog

/// Imports a text into a catalog.
@discardableResult
func importText(
  _ text: String,
  into container: ModelContainer,
  batchSize: Int = Importer.defaultBatchSize
) throws -> ImportReport {
  try Importer(into: container, batchSize: batchSize).run(ByteSource(text: text))
}

/// A catalog in memory that holds the sample.
func sampleCatalog(batchSize: Int = Importer.defaultBatchSize) throws -> ModelContainer {
  let container = try Catalog.inMemory()
  try importText(SampleControlFile.text, into: container, batchSize: batchSize)
  return container
}

/// Everything a catalog holds, as sorted lines that two catalogs can be compared by.
func contents(_ container: ModelContainer) throws -> [String] {
  let context = ModelContext(container)
  return try context.fetch(FetchDescriptor<Package>()).map { package in
    let rows = package.dependencies.sorted { $0.position < $1.position }.map {
      "\($0.kind.rawValue) \($0.group) \($0.text) -> \($0.target?.label ?? "nothing")"
    }
    return """
      \(package.label) \(package.kind.rawValue) \(package.version) \(package.maintainer?.name ?? "-") \
      \(package.synopsis) \(package.longDescription) \(rows.joined(separator: "; "))
      """
  }.sorted()
}

/// A directory for one test, removed with everything in it at the end of its use.
final class TemporaryDirectory {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("catalog-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = url.appendingPathComponent(name).path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// What one run of the program left behind.
struct Outcome {
  var code: ExitCode
  var output: String
  var errors: String

  /// Runs `catalog` inside this process.
  init(_ arguments: [String], environment: [String: String] = [:]) {
    let output = TextOutput()
    let errors = TextOutput()
    code = CatalogTool(environment: environment, output: output, errors: errors).run(arguments)
    self.output = output.text
    self.errors = errors.text
  }
}
