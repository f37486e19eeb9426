extension Schema {
  /// Three numbers that order the versions of a schema.
  public struct Version: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// Rises with incompatible changes.
    public let major: Int
    /// Rises with additions.
    public let minor: Int
    /// Rises with corrections.
    public let patch: Int

    /// Makes a version.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Order of the numbers from left to right.
    public static func < (a: Version, b: Version) -> Bool {
      (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
    }

    /// The numbers with points between.
    public var description: String { "\(major).\(minor).\(patch)" }
  }
}

/// One state of a schema over time.
public protocol VersionedSchema: SendableMetatype {
  /// The classes of this state.
  static var models: [any PersistentModel.Type] { get }
  /// Its place in the order of states.
  static var versionIdentifier: Schema.Version { get }
}

/// How to get from one state of a schema to the next.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The states, oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The steps between them.
  static var stages: [MigrationStage] { get }
}

/// One step of a migration.
public enum MigrationStage: Sendable {
  /// A step that needs no code.
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// A step with code before and after it.
  case custom(
    fromVersion: any VersionedSchema.Type,
    toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (ModelContext) throws -> Void)?
  )
}
