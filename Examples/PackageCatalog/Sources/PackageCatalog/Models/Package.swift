public import ControlFile
public import ObjectGraph

/// A package, of whatever kind: what all kinds have in common.
///
/// Every package in a store is of one of the subclasses; a fetch of `Package` returns all of them, each as
/// what it is. Name and architecture together are unique, because a system can hold one name for several
/// architectures.
@Model public class Package {
  #Unique<Package>([\.name, \.architecture])

  /// The package's name.
  public var name: String
  /// The architecture it was built for; `all` if it runs on each, `virtual` if it is only a name.
  public var architecture: String
  /// Its version; empty where only the name is known.
  public var version: String = ""
  /// The part of the archive it belongs to.
  public var section: String = ""
  /// How important it is.
  public var priority: PackagePriority = PackagePriority.unspecified
  /// Whether the system does not work without it.
  public var isEssential: Bool = false
  /// The disk space it takes, in KiB.
  public var installedSize: Int?
  /// The one-line description.
  public var synopsis: String = ""
  /// The rest of the description, with its lines.
  public var longDescription: String = ""
  /// Who looks after it.
  public var maintainer: Maintainer?
  /// What this package says of others. They are parts of the package and go with it.
  @Relationship(deleteRule: .cascade, inverse: \Dependency.owner) public var dependencies: [Dependency] = []
  /// What other packages say of this one.
  @Relationship(inverse: \Dependency.target) public var dependents: [Dependency] = []

  /// Makes a package of which only the name and the architecture are known.
  public init(name: String, architecture: String) {
    self.name = name
    self.architecture = architecture
  }

  /// Takes over what a paragraph says, property by property, and leaves alone what is equal.
  ///
  /// - Returns: whether anything changed.
  public func update(from record: PackageRecord) -> Bool {
    var changed = assign(record.version, to: \.version)
    changed = assign(record.section, to: \.section) || changed
    changed = assign(record.priority, to: \.priority) || changed
    changed = assign(record.isEssential, to: \.isEssential) || changed
    changed = assign(record.installedSize, to: \.installedSize) || changed
    changed = assign(record.synopsis, to: \.synopsis) || changed
    changed = assign(record.longDescription, to: \.longDescription) || changed
    return changed
  }
}
