import Foundation
package import LogStore

/// A store opened for a set of model classes. Contexts on it hold the objects.
///
/// Safe to use from any thread; its contexts are not.
public final class ModelContainer: Sendable {
  /// The model classes.
  public let schema: Schema
  /// How the migration would run; always nil, as a plan is refused.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// Where and how the objects are kept.
  public let configurations: Set<ModelConfiguration>
  let core: ContainerCore
  @MainActor private var madeMainContext: ModelContext?
  private let autosaves = Lock(true)

  /// Opens the store for a schema.
  public init(
    for schema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration] = []
  ) throws {
    if let migrationPlan {
      throw ObjectGraphError.unsupportedFeature(
        """
        \(migrationPlan): migration plans are not supported yet; open the store with the models it was \
        written with
        """
      )
    }
    if let problem = schema.problem { throw problem }
    guard configurations.count < 2 else {
      throw ObjectGraphError.unsupportedFeature(
        "a container with \(configurations.count) stores is not supported yet: make one container for each"
      )
    }
    let configuration = configurations.first ?? ModelConfiguration()
    if let cloud = configuration.cloudKitDatabase.name {
      throw ObjectGraphError.unsupportedFeature(
        """
        there is no CloudKit on this platform (\(cloud)): use .none, and storectl dump and load to move objects
        """
      )
    }
    var shapes = schema.shapes
    if let own = configuration.schema {
      if let problem = own.problem { throw problem }
      let known = Set(shapes.map { ObjectIdentifier($0.type) })
      if !own.shapes.allSatisfy({ known.contains(ObjectIdentifier($0.type)) }) {
        shapes = try SchemaClosure.shapes(of: schema.types + own.types)
      }
    }
    self.schema = schema
    self.migrationPlan = nil
    self.configurations = [configuration]
    core = try ContainerCore(shapes, schema, configuration)
  }

  /// Another face of a container that is gone while one of its contexts lives.
  init(core: ContainerCore) {
    schema = core.schema
    migrationPlan = nil
    configurations = [core.configuration]
    self.core = core
  }

  /// The store.
  package var store: Store { core.store }

  /// The classes as the store knows them.
  package var compiledSchema: CompiledSchema { core.compiledSchema }

  /// Finds out what key paths read.
  package var resolver: KeyPathResolver { core.resolver }

  /// Opens the store for a schema.
  public convenience init(
    for schema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the store for some classes.
  public convenience init(
    for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the store for some classes.
  public convenience init(
    for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    try self.init(for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Whether `mainContext` saves by itself. Counts before its first use.
  public var isAutosaveEnabled: Bool {
    get { autosaves.withLock { $0 } }
    set { autosaves.withLock { $0 = newValue } }
  }

  /// The context of the main actor; saves by itself unless that was switched off.
  @MainActor
  public var mainContext: ModelContext {
    if let madeMainContext { return madeMainContext }
    let context = ModelContext(core: core, owner: self)
    context.autosaveEnabled = isAutosaveEnabled && core.configuration.allowsSave
    madeMainContext = context
    return context
  }

  /// Saves what is pending in `mainContext`, as autosave will do later.
  @MainActor
  public func flush() throws { try madeMainContext?.save() }

  /// Deletes all objects of the schema's classes, durably.
  public func deleteAllData() throws {
    let snapshot = store.snapshot()
    var batch = WriteBatch()
    do {
      for descriptor in compiledSchema.descriptors {
        try snapshot.forEachObject(of: descriptor.id) { id throws(StoreError) in
          batch.delete(id)
          return true
        }
      }
      if !batch.isEmpty { _ = try store.commit(batch) }
    } catch {
      throw ObjectGraphError(error)
    }
  }

  /// The same as `deleteAllData()`.
  public func erase() throws { try deleteAllData() }
}
