import ControlFile
public import ObjectGraph

/// The questions that the catalog answers.
public struct CatalogQueries {
  private let context: ModelContext

  /// Asks the store behind a container.
  public init(_ container: ModelContainer) {
    context = ModelContext(container)
    context.autosaveEnabled = false
  }

  /// Packages of which the name or the synopsis holds a text, whatever the case and the accents, by name.
  public func search(_ text: String) throws -> [Package] {
    try context.fetch(
      FetchDescriptor<Package>(
        predicate: #Predicate {
          $0.name.localizedStandardContains(text) || $0.synopsis.localizedStandardContains(text)
        },
        sortBy: [SortDescriptor(\.name), SortDescriptor(\.architecture)]
      )
    )
  }

  /// The packages of a name, or of a name and an architecture (`name:architecture`), by architecture.
  public func packages(named text: String) throws -> [Package] {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let name = parts.first ?? ""
    var descriptor = FetchDescriptor<Package>(
      predicate: #Predicate { $0.name == name },
      sortBy: [SortDescriptor(\.architecture)]
    )
    if parts.count == 2 {
      let architecture = parts[1]
      descriptor.predicate = #Predicate { $0.name == name && $0.architecture == architecture }
    }
    return try context.fetch(descriptor)
  }

  /// The packages that provide a name, by name.
  public func providers(of package: Package) -> [Package] {
    package.dependents.filter { $0.kind == .provides }.compactMap(\.owner).sorted { $0.name < $1.name }
  }

  /// Counts everything.
  public func statistics() throws -> CatalogStatistics {
    var statistics = CatalogStatistics()
    statistics.installed = try context.fetchCount(FetchDescriptor<InstalledPackage>())
    statistics.configurationOnly = try context.fetchCount(FetchDescriptor<ConfigurationOnlyPackage>())
    statistics.available = try context.fetchCount(FetchDescriptor<AvailablePackage>())
    statistics.virtual = try context.fetchCount(FetchDescriptor<VirtualPackage>())
    statistics.maintainers = try context.fetchCount(FetchDescriptor<Maintainer>())
    statistics.dependencies = try RelationKind.allCases.map { kind in
      let count = try context.fetchCount(
        FetchDescriptor<Dependency>(predicate: #Predicate { $0.kind == kind })
      )
      return (kind, count)
    }
    statistics.priorities = try PackagePriority.allCases.map { priority in
      let count = try context.fetchCount(
        FetchDescriptor<Package>(
          predicate: #Predicate { $0.priority == priority && !($0 is VirtualPackage) }
        )
      )
      return (priority, count)
    }
    return statistics
  }
}
