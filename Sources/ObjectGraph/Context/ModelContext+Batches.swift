import LogStore

extension ModelContext {
  /// The objects that a descriptor asks for, as a collection that knows their identities now and loads the
  /// objects batch by batch when they are read.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>,
    batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    let ids = try fetchIdentifiers(descriptor).map(\.number)
    let paths = descriptor.relationshipKeyPathsForPrefetching
    return FetchResultsCollection(count: ids.count, batchSize: batchSize) { range in
      let objects = ids[range].map { self.object($0) as? T ?? Tracer.placeholder(T.self) }
      // What cannot be loaded ahead is reported when the relationship is read.
      try? self.prefetch(paths, of: objects)
      return objects
    }
  }

  /// The identities of the objects that a descriptor asks for.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>,
    batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    let identifiers = try fetchIdentifiers(descriptor)
    return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) {
      Array(identifiers[$0])
    }
  }

  /// Loads the targets of relationships of fetched objects, all from one state of the store. A key path that
  /// leads to no relationship says nothing here.
  func prefetch<T: PersistentModel>(_ keyPaths: [PartialKeyPath<T>], of objects: [T]) throws {
    guard !keyPaths.isEmpty, !objects.isEmpty, let root = schema.descriptor(for: T.self) else { return }
    let snapshot = store.snapshot()
    for keyPath in keyPaths {
      guard let path = core.resolver.resolve(keyPath, root: root) else { continue }
      var current: [any PersistentModel] = objects
      for hop in path.hops { current = try targets(of: current, hop, snapshot) }
      if case .relationship(let id) = path.target { _ = try targets(of: current, id, snapshot) }
    }
  }

  private func targets(
    of objects: [any PersistentModel],
    _ relationship: PropertyID,
    _ snapshot: Snapshot
  ) throws -> [any PersistentModel] {
    var ids: [UInt64] = []
    for object in objects {
      let header = object._$header
      guard let property = header.entity?.takeUnretainedValue().property(relationship) else { continue }
      if property.slot == .toMany {
        ids += memberIDs(header._id, relationship, header._extra?.storage(property.index), in: snapshot)
      } else if let id = object.reference(property.index)?.id, id != 0 {
        ids.append(id)
      }
    }
    // What is loaded here is held by nobody yet: a sweep has to wait until the program has read it.
    sweepThreshold = max(sweepThreshold, map.count + ids.count + 1)
    return try ids.compactMap { try materialize($0, snapshot) }
  }
}
