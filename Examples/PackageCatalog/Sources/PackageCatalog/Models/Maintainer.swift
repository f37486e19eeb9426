public import ControlFile
public import ObjectGraph

/// A person or team who looks after packages.
@Model public final class Maintainer {
  /// The address in lower case, or the name where no address is given.
  @Attribute(.unique) public var key: String
  /// The name as it was written where the maintainer was first seen. Packages spell names differently, so
  /// it is not changed by later ones; an import repeated would else never come to rest.
  public var name: String
  /// The address, or nil.
  public var mail: String?
  /// The packages looked after.
  @Relationship(inverse: \Package.maintainer) public var packages: [Package] = []

  /// Makes the maintainer that a field names.
  public init(_ maintainer: MaintainerName) {
    key = maintainer.key
    name = maintainer.name
    mail = maintainer.mail
  }
}
