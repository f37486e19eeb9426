import ControlFile
import ObjectGraph

/// Finds the packages that relations name.
struct TargetResolver {
  /// The number of virtual packages that had to be made.
  private(set) var virtualAdded = 0

  private let context: ModelContext
  private var packages: PackageTable

  init(_ context: ModelContext, known packages: PackageTable = PackageTable()) {
    self.context = context
    self.packages = packages
  }

  /// Sets the targets of rows that have none, looking up all their names at once.
  ///
  /// - Parameter addingVirtualPackages: whether a name that no package bears becomes a virtual package;
  ///   otherwise its rows stay without a target.
  mutating func resolve(_ rows: [Dependency], addingVirtualPackages: Bool) throws {
    try packages.fetch(rows.map(\.targetName), in: context)
    for row in rows {
      if let target = packages.target(of: row) {
        row.target = target
      } else if addingVirtualPackages {
        let target = VirtualPackage(name: row.targetName)
        context.insert(target)
        packages.add(target)
        virtualAdded += 1
        row.target = target
      }
    }
  }
}
