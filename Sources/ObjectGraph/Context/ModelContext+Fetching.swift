import Foundation
import LogStore

extension ModelContext {
  /// A fetch as the store sees it.
  struct Plan<T: PersistentModel> {
    var query: RecordQuery
    /// Evaluated on each object that the store finds.
    var residual: ResidualPredicate<T>?
    /// Order that only objects can tell.
    var order: ObjectOrder<T>?
    var limit: Int?
    var offset: Int
    var isExact: Bool { residual == nil && order == nil }
  }

  func plan<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Plan<T> {
    guard let root = schema.descriptor(for: T.self) else {
      throw ObjectGraphError.unknownEntity(name: ModelShape.name(of: T.self), store: core.name)
    }
    var query = RecordQuery(entity: root.id, includesSubentities: descriptor.includesSubclasses)
    var residual: ResidualPredicate<T>?
    var order: ObjectOrder<T>?
    if let predicate = descriptor.predicate {
      let lowered = try lower(predicate, root: root, resolver: core.resolver, store: store.identifier)
      query.filter = lowered.filter
      residual = lowered.residual
    }
    if !descriptor.sortBy.isEmpty {
      let sort = descriptor.sortBy
      if let keys = lowerSort(sort, root: root, resolver: core.resolver, textOrder: descriptor.textOrder) {
        query.sort = keys
      } else {
        order = ObjectOrder(descriptors: sort, textOrder: descriptor.textOrder)
      }
    }
    if descriptor.includesSubclasses { leaveOutUnknownKinds(below: root, in: &query) }
    let limit = descriptor.fetchLimit.flatMap { $0 > 0 ? $0 : nil }
    let offset = max(0, descriptor.fetchOffset ?? 0)
    if residual == nil, order == nil {
      query.limit = limit
      query.offset = offset
    }
    return Plan(query: query, residual: residual, order: order, limit: limit, offset: offset)
  }

  /// Objects of entities that the store has and the program has no class for are in no result, whether objects,
  /// identities or their number are asked for.
  private func leaveOutUnknownKinds(below root: EntityDescriptor, in query: inout RecordQuery) {
    let catalog = store.catalog
    guard catalog.entities.count > schema.descriptors.count else { return }
    var conditions: [FilterExpression] = []
    for entity in catalog.entities where schema.descriptor(entity.id) == nil {
      guard let parent = entity.parent, schema.descriptor(parent) != nil, catalog.isKind(parent, of: root.id)
      else { continue }
      conditions.append(.not(.isKind(FilterPath(), entity.id)))
    }
    guard !conditions.isEmpty else { return }
    if let filter = query.filter { conditions.append(filter) }
    query.filter = .and(conditions)
  }

  /// Everything that a call has to do before it looks at the store.
  func prepare() throws {
    autosaveIfDue()
    verifyAppends()
    try catchUp()
  }

  /// The objects that a descriptor asks for, changes that are not saved included.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try prepare()
    let plan = try plan(descriptor)
    let result = try run(plan, descriptor.includePendingChanges)
    try prefetch(descriptor.relationshipKeyPathsForPrefetching, of: result)
    return result
  }

  private func run<T: PersistentModel>(_ plan: Plan<T>, _ includesPendingChanges: Bool) throws -> [T] {
    let view = try view(includesPendingChanges)
    let ids: [ObjectID]
    do {
      ids = try view.run(plan.query)
    } catch {
      throw ObjectGraphError(error)
    }
    let failed = failures.count
    var result: [T] = []
    result.reserveCapacity(ids.count)
    let snapshot = store.snapshot()
    for id in ids {
      guard let object = try materialize(id.rawValue, snapshot) else { continue }
      guard let value = object as? T else { continue }
      if let residual = plan.residual, try !holds(residual, for: value, id) { continue }
      result.append(value)
    }
    if let failure = failures.take(since: failed) { throw failure }
    if plan.isExact { return result }
    if let order = plan.order {
      result = order.sorted(result, bound: RecordQuery.bound(limit: plan.limit, offset: plan.offset))
    }
    return Self.window(result, plan.offset, plan.limit)
  }

  private func holds<T>(
    _ residual: ResidualPredicate<T>,
    for value: T,
    _ id: ObjectID
  ) throws -> Bool {
    do {
      return try residual.holds(for: value)
    } catch let failure as FilterFailure {
      throw ObjectGraphError(failure.error(on: id))
    }
  }

  private static func window<Element>(_ list: [Element], _ offset: Int, _ limit: Int?) -> [Element] {
    let start = min(offset, list.count)
    let end = limit.map { min(list.count, $0 > list.count - start ? list.count : start + $0) } ?? list.count
    return start == 0 && end == list.count ? list : Array(list[start..<end])
  }

  /// The number of objects that `fetch` would give.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try prepare()
    var plan = try plan(descriptor)
    plan.order = nil
    guard plan.residual == nil else { return try run(plan, descriptor.includePendingChanges).count }
    plan.query.sort = []
    plan.query.limit = nil
    plan.query.offset = 0
    do {
      let count = try view(descriptor.includePendingChanges).count(plan.query)
      return min(max(0, count - plan.offset), plan.limit ?? .max)
    } catch {
      throw ObjectGraphError(error)
    }
  }

  /// The identities of the objects that `fetch` would give; no object is made unless the predicate needs it.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    try prepare()
    let plan = try plan(descriptor)
    guard plan.isExact else {
      return try run(plan, descriptor.includePendingChanges).map { identifier(of: $0) }
    }
    let view = try view(descriptor.includePendingChanges)
    do {
      return try view.run(plan.query).map { id in
        let entity = view.entity(of: id).flatMap { self.descriptor($0) }
        return PersistentIdentifier(
          store: store.identifier,
          entityName: entity?.name ?? "",
          number: id.rawValue
        )
      }
    } catch {
      throw ObjectGraphError(error)
    }
  }

  /// Calls a block with one object after another, in batches: objects of a batch that nobody else holds are
  /// freed before the next.
  ///
  /// - Parameter allowEscapingMutations: Whether the block may change objects; if not, changes that it leaves
  ///   behind are an error.
  public func enumerate<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>,
    batchSize: Int = 5000,
    allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    let ids = try fetchIdentifiers(descriptor)
    let size = max(1, batchSize)
    let wasDirty = hasPending
    for start in stride(from: 0, to: ids.count, by: size) {
      for id in ids[start..<min(ids.count, start + size)] {
        if let object = object(id.number) as? T { try block(object) }
      }
      if !allowEscapingMutations, !wasDirty, hasChanges {
        throw ObjectGraphError.contextChangedDuringEnumeration
      }
      sweep()
    }
  }

  /// The object with an identity. If there is none, an object that stands for it: it belongs to no context,
  /// its values are neutral, and `loadFailure` tells why.
  public func model(for id: PersistentIdentifier) -> any PersistentModel {
    // Nothing can be thrown here; the next call that can tries again what failed.
    try? prepare()
    if id.storeID == store.identifier, let object = object(id.number) { return object }
    let type = schema.descriptor(named: id.entityName)?.type ?? schema.descriptors.first?.type
    guard let type else { return MissingModel() }
    return Tracer.placeholder(type)
  }

  /// The object with an identity if it is registered already; the store is not asked.
  public func registeredModel<T: PersistentModel>(for id: PersistentIdentifier) -> T? {
    guard id.storeID == store.identifier else { return nil }
    if let object = map[id.number] { return object as? T }
    return forwarded[id.number].flatMap { map[$0] as? T }
  }

  /// The object with an identity; nil if there is none.
  public func existingModel<T: PersistentModel>(for id: PersistentIdentifier) throws -> T? {
    try prepare()
    guard id.storeID == store.identifier else { return nil }
    let failed = failures.count
    let found = object(id.number) as? T
    if let failure = failures.take(since: failed) { throw failure }
    return found
  }
}
