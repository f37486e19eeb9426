import LogStore

extension ModelContext {
  /// Reads an object anew from the store.
  ///
  /// - Parameter mergesChanges: Whether what was changed here stays. If not, the object's attributes and to-one
  ///   relationships get their stored values, and both ends of the relationships are brought in step; what was
  ///   changed in its to-many relationships stays pending.
  /// - Throws: What fetching the object would throw; `missingObject` if it is not stored any more.
  public func refresh<T: PersistentModel>(_ model: T, mergesChanges: Bool = true) throws {
    try prepare()
    let object = GraphLinks.survivor(model)
    let header = object._$header
    guard header.context === self, !header.has(.inserted), let entity = header.entity?.takeUnretainedValue()
    else { return }
    let snapshot = store.snapshot()
    guard snapshot.entity(of: ObjectID(rawValue: header._id)) != nil else {
      throw ObjectGraphError.missingObject(entity: entity.name, id: "\(entity.name)/\(header._id)")
    }
    let mark = failures.count
    if mergesChanges {
      try refresh(object, snapshot, keep: header._mask)
    } else {
      try takeStored(object, entity, entity.properties.map(\.index), snapshot)
    }
    if let failure = failures.take(since: mark) { throw failure }
  }

  /// Reads all registered objects anew; what was changed here stays.
  public func refreshAll() throws {
    try prepare()
    try followAll(after: seen)
  }

  /// Forgets all objects and all pending changes. Objects that the program still holds no longer belong to the
  /// context: their values stay readable, and changes of them cannot be saved.
  public func reset() {
    rollback()
    letGo()
    forwarded = [:]
    sweepThreshold = 4096
  }

  /// Takes all objects out of the context.
  func letGo() {
    for storage in listed {
      storage.dropObjects()
      storage.isListed = false
    }
    for storage in unverified { storage.owner = nil }
    listed = []
    unverified = []
    map.sweep()
    if map.count > 0 {
      let former = FormerContext(core, expecting: map.count)
      map.forEach { former.adopt($0) }
    }
    map.removeAll()
  }
}
