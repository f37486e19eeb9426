public import ControlFile

/// How much of each thing a catalog holds.
public struct CatalogStatistics: Sendable {
  /// Packages on this machine.
  public var installed = 0
  /// Packages of which only the configuration files are left.
  public var configurationOnly = 0
  /// Packages that are only offered.
  public var available = 0
  /// Names without a package.
  public var virtual = 0
  /// Persons and teams.
  public var maintainers = 0
  /// Relations by the field they stand in, in the order of the kinds.
  public var dependencies: [(kind: RelationKind, count: Int)] = []
  /// Packages, without the virtual ones, by priority.
  public var priorities: [(priority: PackagePriority, count: Int)] = []

  /// Empty figures.
  public init() {}

  /// Packages without the virtual ones: as many as the files imported have names and architectures.
  public var packages: Int { installed + configurationOnly + available }
}
