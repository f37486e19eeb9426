public import ObjectGraph

/// A name that packages depend on or provide, and that no known package bears.
///
/// When a package of that name comes to be known, it takes the place of this one.
@Model public final class VirtualPackage: Package {
  /// What stands in place of an architecture, so that a virtual package never collides with a real one.
  public static let architecture = "virtual"

  /// Makes a package of a name alone.
  public init(name: String) {
    super.init(name: name, architecture: Self.architecture)
  }
}
