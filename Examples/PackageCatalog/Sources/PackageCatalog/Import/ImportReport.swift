/// What an import did. Packages are counted once for each paragraph read.
public struct ImportReport: Equatable, Sendable {
  /// Packages that were not in the catalog.
  public var inserted = 0
  /// Packages of which something changed, relations included.
  public var updated = 0
  /// Those among `updated` that became another kind, such as an available package that was installed.
  public var kindChanged = 0
  /// Packages that were in the catalog just so; nothing was written for them.
  public var unchanged = 0
  /// Those among `unchanged` that an index offers and this machine has: its own record was kept.
  public var keptAsInstalled = 0
  /// Names that were depended upon or provided, and now stand in the catalog as virtual packages.
  public var virtualAdded = 0
  /// Lines that were not UTF-8 and were taken as Latin-1.
  public var latin1LineCount = 0
  /// The first of these lines, from 1.
  public var firstLatin1Line: Int?

  /// An empty report.
  public init() {}

  /// The number of packages read.
  public var packageCount: Int { inserted + updated + unchanged }
}
