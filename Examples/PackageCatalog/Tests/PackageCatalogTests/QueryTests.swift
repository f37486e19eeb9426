import ControlFile
import ObjectGraph
import PackageCatalog
import Testing

@Suite struct QueryTests {
  @Test func `search ignores case and accents and looks at name and synopsis`() throws {
    let queries = CatalogQueries(try sampleCatalog())
    #expect(
      try queries.search("COMPILER").map(\.name)
        == ["anvil-editor", "ember-compiler", "kiln", "kiln-backend", "kiln-doc"]
    )
    #expect(try queries.search("émber pro").map(\.name) == ["libember-dev"])
    #expect(try queries.search("no such thing").isEmpty)
  }

  @Test func `search returns each package as what it is`() throws {
    let found = try CatalogQueries(try sampleCatalog()).search("editor")
    #expect(found.map(\.kind) == [.configurationOnly, .virtual, .installed])
  }

  @Test func `a name finds all its architectures, or the one that is named`() throws {
    let queries = CatalogQueries(try sampleCatalog())
    #expect(try queries.packages(named: "libember1").map(\.architecture) == ["amd64", "i386"])
    #expect(try queries.packages(named: "libember1:i386").map(\.label) == ["libember1:i386"])
    #expect(try queries.packages(named: "libember1:arm64").isEmpty)
    #expect(try queries.packages(named: "").isEmpty)
  }

  @Test func `a virtual package knows who provides it`() throws {
    let queries = CatalogQueries(try sampleCatalog())
    let scanner = try #require(try queries.packages(named: "text-scanner").first)
    #expect(scanner is VirtualPackage)
    #expect(queries.providers(of: scanner).map(\.name) == ["quickscan", "slowscan"])
  }

  @Test func `the figures agree with the file`() throws {
    let statistics = try CatalogQueries(try sampleCatalog()).statistics()
    let lines = SampleControlFile.text.split(separator: "\n")
    #expect(statistics.packages == lines.count { $0.hasPrefix("Package:") })
    for (priority, count) in statistics.priorities where priority != .unspecified {
      #expect(count == lines.count { $0 == "Priority: \(priority.rawValue)" })
    }
    for (kind, count) in statistics.dependencies {
      let fields = lines.filter { $0.hasPrefix("\(kind.rawValue):") }
      #expect(count == fields.reduce(0) { $0 + $1.split { $0 == "," || $0 == "|" }.count })
    }
    let maintainers = Set(lines.filter { $0.hasPrefix("Maintainer:") })
    #expect(statistics.maintainers == maintainers.count)
  }

  @Test func `a cycle of dependencies ends`() throws {
    let queries = CatalogQueries(try sampleCatalog())
    let package = try #require(try queries.packages(named: "anvil-init").first)
    let lines = DependencyTree.lines(of: package, isReversed: false, depth: 100)
    #expect(lines.contains { $0.text.hasPrefix("Depends: anvil-init (>= 250) | service-manager") })
    #expect(lines.count < 100)
  }

  @Test func `a chain longer than any stack is followed to its end`() throws {
    let container = try Catalog.inMemory()
    let text = (0..<3_000).map { "Package: p\($0)\nDepends: p\($0 + 1)\n" }.joined(separator: "\n")
    try importText(text, into: container)
    let queries = CatalogQueries(container)
    let root = try #require(try queries.packages(named: "p0").first)
    let lines = DependencyTree.lines(of: root, isReversed: false, depth: 10_000)
    #expect(lines.count == 3_000)
    #expect(lines.last == lines.max { $0.level < $1.level })
    withExtendedLifetime(queries) {}
  }
}
