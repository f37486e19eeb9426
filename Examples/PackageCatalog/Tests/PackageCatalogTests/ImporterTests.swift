import ControlFile
import Foundation
import ObjectGraph
import PackageCatalog
import Testing

@Suite struct ImporterTests {
  @Test func `the sample arrives whole`() throws {
    let container = try Catalog.inMemory()
    let report = try importText(SampleControlFile.text, into: container)
    #expect(report.inserted == SampleControlFile.packageCount)
    #expect(report.updated == 0)
    #expect(report.unchanged == 0)
    let statistics = try CatalogQueries(container).statistics()
    #expect(statistics.packages == SampleControlFile.packageCount)
    #expect(statistics.installed == 16)
    #expect(statistics.configurationOnly == 3)
    #expect(statistics.available == 8)
    #expect(statistics.virtual == report.virtualAdded)
  }

  @Test(arguments: [1, 2, 5, 26, 27, 1_000])
  func `the size of the batches makes no difference`(size: Int) throws {
    #expect(try contents(sampleCatalog(batchSize: size)) == contents(sampleCatalog()))
  }

  @Test func `a second import of the same file changes nothing`() throws {
    let container = try sampleCatalog()
    let before = try contents(container)
    let report = try importText(SampleControlFile.text, into: container, batchSize: 4)
    #expect(report.unchanged == SampleControlFile.packageCount)
    #expect(report.inserted + report.updated + report.virtualAdded == 0)
    #expect(try contents(container) == before)
  }

  @Test func `line ends of the other kind make no difference`() throws {
    let container = try Catalog.inMemory()
    try importText(SampleControlFile.text.replacingOccurrences(of: "\n", with: "\r\n"), into: container)
    #expect(try contents(container) == contents(sampleCatalog()))
  }

  @Test func `only the package that changed is updated`() throws {
    let container = try sampleCatalog()
    let changed = SampleControlFile.text.replacingOccurrences(of: "Version: 7.2-1", with: "Version: 7.3-1")
    let report = try importText(changed, into: container)
    #expect(report.updated == 1)
    #expect(report.unchanged == SampleControlFile.packageCount - 1)
    let package = try #require(try CatalogQueries(container).packages(named: "tiny-editor").first)
    #expect(package.version == "7.3-1")
  }

  @Test func `relations are added, changed and removed where the file says so`() throws {
    let container = try Catalog.inMemory()
    try importText("Package: a\nDepends: b, c, d\n", into: container)
    let report = try importText("Package: a\nDepends: b (>= 2) | x\nSuggests: c\n", into: container)
    #expect(report.updated == 1)
    let queries = CatalogQueries(container)
    let package = try #require(try queries.packages(named: "a").first)
    let rows = package.dependencies.sorted { $0.position < $1.position }
    #expect(rows.map(\.text) == ["b (>= 2)", "x", "c"])
    #expect(rows.map(\.kind) == [.depends, .depends, .suggests])
    #expect(rows.map { $0.target?.name } == ["b", "x", "c"])
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Dependency>()) == 3)
    withExtendedLifetime(queries) {}
  }

  @Test func `a relation to a later package finds it`() throws {
    let container = try Catalog.inMemory()
    let report = try importText("Package: a\nDepends: b\n\nPackage: b\n", into: container, batchSize: 1)
    #expect(report.virtualAdded == 0)
    let queries = CatalogQueries(container)
    let package = try #require(try queries.packages(named: "a").first)
    #expect(package.dependencies.first?.target is AvailablePackage)
    withExtendedLifetime(queries) {}
  }

  @Test func `a virtual package gives way to the real one of a later import`() throws {
    let container = try Catalog.inMemory()
    #expect(try importText("Package: a\nDepends: b\n", into: container).virtualAdded == 1)
    #expect(try importText("Package: b\nVersion: 2\n", into: container).inserted == 1)
    let queries = CatalogQueries(container)
    #expect(try queries.statistics().virtual == 0)
    let target = try #require(try queries.packages(named: "b").first)
    #expect(target.dependents.map { $0.owner?.name } == ["a"])
  }

  @Test func `an available package that was installed keeps its relations, both ways`() throws {
    let container = try Catalog.inMemory()
    try importText("Package: a\nDepends: b\n\nPackage: b\nDepends: c\n", into: container)
    let report = try importText("Package: b\nStatus: install ok installed\nDepends: c\n", into: container)
    #expect(report.updated == 1)
    #expect(report.kindChanged == 1)
    let queries = CatalogQueries(container)
    let found = try queries.packages(named: "b")
    #expect(found.count == 1)
    let package = try #require(found.first as? InstalledPackage)
    #expect(package.state == .installed)
    #expect(package.dependents.map { $0.owner?.name } == ["a"])
    #expect(package.dependencies.map { $0.target?.name } == ["c"])
    #expect(try queries.statistics().available == 1)
  }

  @Test func `a removed package keeps its configuration and its record`() throws {
    let container = try Catalog.inMemory()
    try importText("Package: a\nStatus: install ok installed\n", into: container)
    let report = try importText("Package: a\nStatus: deinstall ok config-files\n", into: container)
    #expect(report.kindChanged == 1)
    #expect(try CatalogQueries(container).packages(named: "a").first is ConfigurationOnlyPackage)
  }

  @Test func `an index does not overrule what this machine has`() throws {
    let container = try Catalog.inMemory()
    try importText("Package: a\nStatus: install ok installed\nVersion: 1\n", into: container)
    let report = try importText("Package: a\nVersion: 2\n", into: container)
    #expect(report.unchanged == 1)
    #expect(report.keptAsInstalled == 1)
    #expect(try CatalogQueries(container).packages(named: "a").first?.version == "1")
  }

  @Test func `a package listed twice in one file is one package, as listed last`() throws {
    let container = try Catalog.inMemory()
    let report = try importText("Package: a\nVersion: 1\n\nPackage: a\nVersion: 2\n", into: container)
    #expect(report.inserted == 1)
    #expect(report.updated == 1)
    let found = try CatalogQueries(container).packages(named: "a")
    #expect(found.map(\.version) == ["2"])
  }

  @Test func `of several architectures the owner's own is meant`() throws {
    let container = try Catalog.inMemory()
    try importText(
      """
      Package: a
      Architecture: i386
      Depends: l

      Package: b
      Architecture: all
      Depends: l:i386, l

      Package: l
      Architecture: amd64

      Package: l
      Architecture: i386

      """,
      into: container,
      batchSize: 1
    )
    let queries = CatalogQueries(container)
    let a = try #require(try queries.packages(named: "a").first)
    let b = try #require(try queries.packages(named: "b").first)
    #expect(a.dependencies.map { $0.target?.architecture } == ["i386"])
    let rows = b.dependencies.sorted { $0.position < $1.position }
    #expect(rows.map { $0.target?.architecture } == ["i386", "amd64"])
  }

  @Test func `an architecture that comes later takes over the relations that mean it`() throws {
    let container = try Catalog.inMemory()
    let first = "Package: a\nArchitecture: i386\nDepends: l\n\nPackage: l\nArchitecture: amd64\n"
    try importText(first, into: container)
    try importText("Package: l\nArchitecture: i386\n", into: container)
    let queries = CatalogQueries(container)
    let a = try #require(try queries.packages(named: "a").first)
    #expect(a.dependencies.first?.target?.architecture == "i386")
    withExtendedLifetime(queries) {}
  }

  @Test func `maintainers are shared and keep the name first seen`() throws {
    let container = try Catalog.inMemory()
    let text = "Package: a\nMaintainer: One <x@y>\n\nPackage: b\nMaintainer: ONE <X@Y>\n"
    try importText(text, into: container, batchSize: 1)
    #expect(try importText(text, into: container).unchanged == 2)
    let context = ModelContext(container)
    let maintainers = try context.fetch(FetchDescriptor<Maintainer>())
    #expect(maintainers.map(\.name) == ["One"])
    #expect(maintainers.first?.packages.count == 2)
  }

  @Test func `a fault keeps everything before it and says how much that is`() throws {
    let container = try Catalog.inMemory()
    let text = "Package: a\nDepends: b\n\nPackage: b\n\nnonsense\n\nPackage: c\n"
    let error = #expect(throws: ImportError.self) { try importText(text, into: container, batchSize: 10) }
    #expect(error?.fault as? ControlFileError == .malformedLine(line: 6, found: "nonsense"))
    #expect(error?.report.inserted == 2)
    let queries = CatalogQueries(container)
    #expect(try queries.statistics().packages == 2)
    #expect(try queries.packages(named: "a").first?.dependencies.first?.target is AvailablePackage)
  }

  @Test func `an import that was stopped is completed by the next`() throws {
    let container = try Catalog.inMemory()
    var batches = 0
    #expect(throws: CancellationError.self) {
      _ = try Importer(into: container, batchSize: 5).run(ByteSource(text: SampleControlFile.text)) { _ in
        batches += 1
        if batches == 3 { throw CancellationError() }
      }
    }
    #expect(try CatalogQueries(container).statistics().packages == 15)
    let report = try importText(SampleControlFile.text, into: container)
    #expect(report.inserted == SampleControlFile.packageCount - 15)
    #expect(report.unchanged == 15)
    #expect(try contents(container) == contents(sampleCatalog()))
  }

  @Test func `an empty file changes nothing`() throws {
    let container = try Catalog.inMemory()
    #expect(try importText("", into: container).packageCount == 0)
  }

  @Test func `a catalog on disk is the same when it is opened again`() throws {
    let directory = try TemporaryDirectory()
    let url = directory.url.appendingPathComponent("c.store")
    do {
      let container = try Catalog.open(at: url)
      try importText(SampleControlFile.text, into: container)
    }
    let again = try Catalog.open(at: url, allowsSave: false)
    #expect(try contents(again) == contents(sampleCatalog()))
  }
}
