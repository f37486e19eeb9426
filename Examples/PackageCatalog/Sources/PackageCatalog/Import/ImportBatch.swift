import ControlFile
import ObjectGraph

/// The packages that are stored in one commit.
struct ImportBatch {
  /// What the import has done so far, this batch included.
  private(set) var report: ImportReport

  private let context: ModelContext
  private var packages = PackageTable()
  private var maintainers: [String: Maintainer] = [:]
  private var unresolved: [Dependency] = []

  init(_ context: ModelContext, report: ImportReport) {
    self.context = context
    self.report = report
  }

  /// Brings the packages of a batch into the context; saving is left to the caller.
  mutating func store(_ records: [PackageRecord]) throws {
    packages = try PackageTable(named: records.map(\.name), in: context)
    maintainers = try findMaintainers(of: records)
    for record in records { store(record) }
    var resolver = TargetResolver(context, known: packages)
    try resolver.resolve(unresolved, addingVirtualPackages: false)
  }

  private mutating func store(_ record: PackageRecord) {
    guard let present = packages.package(named: record.name, architecture: record.architecture) else {
      let package = insert(record)
      _ = fill(package, from: record)
      report.inserted += 1
      return
    }
    if record.status == nil && present.isKnownToThisMachine {
      report.unchanged += 1
      report.keptAsInstalled += 1
    } else if present.kind != record.kind {
      _ = fill(replace(present, by: record), from: record)
      report.updated += 1
      report.kindChanged += 1
    } else if fill(present, from: record) {
      report.updated += 1
    } else {
      report.unchanged += 1
    }
  }

  /// Adds a package, and points relations at it that had to do with another of its name: a virtual package,
  /// which is thereby done with, or one of an architecture that fits less well.
  private mutating func insert(_ record: PackageRecord) -> Package {
    let package = record.makePackage()
    context.insert(package)
    let others = packages.packages(named: record.name)
    packages.add(package)
    for other in others {
      for row in other.dependents where packages.target(of: row) === package {
        row.target = package
      }
      if let placeholder = other as? VirtualPackage {
        packages.remove(placeholder)
        context.delete(placeholder)
      }
    }
    return package
  }

  /// An object cannot change its class, so a package that changes its kind is a new object, to which all
  /// relations move, in both directions, before the old one is deleted.
  private mutating func replace(_ old: Package, by record: PackageRecord) -> Package {
    let package = record.makePackage()
    context.insert(package)
    for row in old.dependencies { row.owner = package }
    for row in old.dependents { row.target = package }
    packages.remove(old)
    packages.add(package)
    context.delete(old)
    return package
  }

  /// Makes a package what its paragraph says. Returns whether anything changed.
  private mutating func fill(_ package: Package, from record: PackageRecord) -> Bool {
    var changed = package.update(from: record)
    let maintainer = record.maintainer.map { self.maintainer($0) }
    if package.maintainer !== maintainer {
      package.maintainer = maintainer
      changed = true
    }
    return relate(package, record.relations) || changed
  }

  /// Changes the rows of a package where they differ from the relations, place by place.
  private mutating func relate(_ package: Package, _ relations: [Relation]) -> Bool {
    let rows = package.dependencies.sorted { $0.position < $1.position }
    var changed = rows.count != relations.count
    for (position, relation) in relations.enumerated() {
      if position < rows.count {
        let row = rows[position]
        if row.update(from: relation) {
          changed = true
          if row.target == nil { unresolved.append(row) }
        }
      } else {
        let row = Dependency(relation, position: position, owner: package)
        context.insert(row)
        unresolved.append(row)
      }
    }
    for row in rows.dropFirst(relations.count) { context.delete(row) }
    return changed
  }

  private mutating func maintainer(_ name: MaintainerName) -> Maintainer {
    if let known = maintainers[name.key] { return known }
    let maintainer = Maintainer(name)
    context.insert(maintainer)
    maintainers[name.key] = maintainer
    return maintainer
  }

  private func findMaintainers(of records: [PackageRecord]) throws -> [String: Maintainer] {
    let keys = Set(records.compactMap { $0.maintainer?.key }).sorted()
    let found = try context.fetch(
      FetchDescriptor<Maintainer>(predicate: #Predicate { keys.contains($0.key) })
    )
    return Dictionary(found.map { ($0.key, $0) }) { first, _ in first }
  }
}

extension Package {
  /// Whether the package manager of this machine holds a record of the package, which outranks an offer.
  fileprivate var isKnownToThisMachine: Bool {
    kind == .installed || kind == .configurationOnly
  }
}
