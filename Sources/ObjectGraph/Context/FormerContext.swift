import LogStore

/// What is left of a context for the objects that outlive it: they keep the store open and read their
/// relationships through a context that is made for them when the first is read.
///
/// Only the objects refer to it, and it refers to none of them strongly, so it goes with the last of them.
/// What it hands out are objects of the new context, or objects that outlived the old one themselves.
final class FormerContext {
  private let core: ContainerCore
  private var survivors: [UInt64: WeakModel] = [:]
  private var successor: ModelContext?

  init(_ core: ContainerCore, expecting count: Int) {
    self.core = core
    survivors.reserveCapacity(count)
  }

  /// The store that the objects are of.
  var store: Store { core.store }

  /// Takes an object over from the context that goes.
  func adopt(_ object: any PersistentModel) {
    object.ensuredExtra.former = self
    var header = object._$header
    survivors[header._id] = WeakModel(object: object)
    header._context = nil
    header.entity = nil
    header.add(.orphaned)
    object._$header = header
  }

  /// The target of a to-one relationship. If there is none any more, `loadFailure` of the owner says so.
  func target(of owner: any PersistentModel, _ index: Int, _ id: UInt64) -> (any PersistentModel)? {
    if let object = survivors[id]?.object ?? newestContext.object(id) { return object }
    let property = core.compiledSchema.descriptor(for: type(of: owner))?.properties[index]
    let entity = property?.destinationName ?? "object"
    owner.ensuredExtra.failure = .missingObject(entity: entity, id: "\(entity)/\(id)")
    return nil
  }

  /// The value of an attribute that is in a file, as the store has it now.
  func externalValue(of owner: any PersistentModel, _ index: Int) throws -> Any? {
    guard let entity = core.compiledSchema.descriptor(for: type(of: owner)) else { return nil }
    return try ExternalLoader(store: core.store, entity: entity).load(owner, index)
  }

  /// The targets of a to-many relationship: those that were loaded, or those that the store has now.
  func members<T: PersistentModel>(of owner: any PersistentModel, _ index: Int, _ storage: ToManyStorage?)
    -> [T]
  {
    if let storage = storage as? TypedToManyStorage<T>, storage.hasValues { return storage.values }
    guard let property = core.compiledSchema.descriptor(for: type(of: owner))?.properties[index] else {
      return []
    }
    let loaded = storage.flatMap { $0.isLoaded ? $0.ids : nil }
    let ids = loaded ?? context.memberIDs(owner._$header._id, property.id, nil)
    lazy var newest = newestContext
    return ids.compactMap { (survivors[$0]?.object ?? newest.object($0)) as? T }
  }

  /// The context that stands in for the old one, brought up to what the store has now.
  private var newestContext: ModelContext {
    let context = context
    do {
      try context.catchUp()
    } catch {
      context.failures.append(ObjectGraphError(error))
    }
    return context
  }

  private var context: ModelContext {
    if let successor { return successor }
    let context = ModelContext(ModelContainer(core: core))
    successor = context
    return context
  }
}
