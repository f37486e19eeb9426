public import ObjectGraph

/// The store of a package catalog.
public enum Catalog {
  /// Opens a catalog and creates it if nothing is there yet.
  ///
  /// - Parameters:
  ///   - url: the store's directory.
  ///   - allowsSave: false opens an existing catalog for reading alone.
  public static func open(at url: URL, allowsSave: Bool = true) throws -> ModelContainer {
    try container(ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  /// Makes a catalog that lives in memory alone.
  public static func inMemory() throws -> ModelContainer {
    try container(ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private static func container(_ configuration: ModelConfiguration) throws -> ModelContainer {
    try ModelContainer(
      for: Package.self,
      InstalledPackage.self,
      ConfigurationOnlyPackage.self,
      AvailablePackage.self,
      VirtualPackage.self,
      Maintainer.self,
      Dependency.self,
      configurations: configuration
    )
  }
}
