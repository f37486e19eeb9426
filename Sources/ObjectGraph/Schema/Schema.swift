/// The set of model classes that a container keeps: those named and all that their relationships lead to.
public final class Schema: Sendable, Hashable, CustomStringConvertible {
  /// Which state of the schema this is.
  public let version: Version
  /// The classes as they were listed.
  let types: [any PersistentModel.Type]
  /// What the classes declare, parents before children; empty if `problem` is set.
  let shapes: [ModelShape]
  /// Why the classes do not make a schema; thrown when a container is made.
  let problem: ObjectGraphError?
  /// The entities, parents before children.
  public let entities: [Entity]

  /// Makes a schema of classes; those that relationships lead to are found by themselves, subclasses have to
  /// be listed.
  public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
    self.types = types
    self.version = version
    do {
      shapes = try SchemaClosure.shapes(of: types)
      problem = nil
    } catch {
      shapes = []
      problem = error
    }
    entities = Entity.entities(of: shapes)
  }

  /// Makes a schema of classes.
  public convenience init(_ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)) {
    self.init(types, version: version)
  }

  /// Makes the schema that a version names.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  /// The entities by name.
  public var entitiesByName: [String: Entity] { Dictionary(entities.map { ($0.name, $0) }) { $1 } }

  /// The entity of a class.
  public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
    zip(shapes, entities).first { $0.0.type == type }?.1
  }

  /// Whether both have the same classes and version.
  public static func == (a: Schema, b: Schema) -> Bool {
    a.version == b.version
      && a.shapes.map { ObjectIdentifier($0.type) } == b.shapes.map { ObjectIdentifier($0.type) }
  }

  /// Feeds version and classes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    for shape in shapes { hasher.combine(ObjectIdentifier(shape.type)) }
  }

  /// Names of the entities.
  public var description: String { "Schema \(version): " + entities.map(\.name).joined(separator: ", ") }
}
