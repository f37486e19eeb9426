import ControlFile
import ObjectGraph

/// Packages by name, for the names that a batch has to do with.
struct PackageTable {
  private var packages: [String: [Package]] = [:]
  private var names: Set<String> = []

  init() {}

  /// Fetches all packages of the given names, of every kind and architecture.
  init(named names: [String], in context: ModelContext) throws {
    try fetch(names, in: context)
  }

  /// Fetches the packages of those names that have not been looked up yet.
  mutating func fetch(_ wanted: [String], in context: ModelContext) throws {
    let missing = Set(wanted).subtracting(names).sorted()
    if missing.isEmpty { return }
    names.formUnion(missing)
    let found = try context.fetch(
      FetchDescriptor<Package>(predicate: #Predicate { missing.contains($0.name) })
    )
    for package in found { add(package) }
  }

  /// All known packages of a name.
  func packages(named name: String) -> [Package] { packages[name] ?? [] }

  /// The package of a name and an architecture.
  func package(named name: String, architecture: String) -> Package? {
    packages(named: name).first { $0.architecture == architecture }
  }

  mutating func add(_ package: Package) {
    names.insert(package.name)
    packages[package.name, default: []].append(package)
  }

  mutating func remove(_ package: Package) {
    packages[package.name]?.removeAll { $0 === package }
  }

  /// The package that a relation means.
  ///
  /// Of several with the name, it is the one of the architecture that the relation names, else of the
  /// owner's architecture, else one for all architectures, else the first in the order of architectures; a
  /// virtual package only if there is no other.
  func target(of row: Dependency) -> Package? {
    let candidates = packages(named: row.targetName)
    if candidates.count < 2 { return candidates.first }
    let wanted = [row.targetArchitecture, row.owner?.architecture, "all"]
    for architecture in wanted {
      if let match = candidates.first(where: { $0.architecture == architecture }) { return match }
    }
    return candidates.min { left, right in
      let order = (left is VirtualPackage ? 1 : 0, left.architecture)
      return order < (right is VirtualPackage ? 1 : 0, right.architecture)
    }
  }
}
