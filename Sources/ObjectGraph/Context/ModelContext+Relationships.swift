import LogStore

extension ModelContext {
  /// Assigns a to-one relationship of a registered object and brings the other ends in step.
  func assign(
    _ owner: any PersistentModel,
    _ index: Int,
    _ oldID: UInt64,
    _ target: (any PersistentModel)?
  ) -> (id: UInt64, link: RelationshipLink?)? {
    guard let entity = owner._$header.entity?.takeUnretainedValue() else { return nil }
    let property = entity.properties[index]
    var newID: UInt64 = 0
    mend(owner, index)
    if let target {
      guard let id = adopt(target, for: owner, index) else { return nil }
      newID = id
    }
    let current = forwarded.isEmpty ? oldID : forwarded[oldID] ?? oldID
    if newID == current { return nil }
    _willChange(owner, index)
    if let inverse = property.inverse {
      let id = owner._$header._id
      if current != 0 { unlink(current, inverse, id) }
      if newID != 0 { link(newID, inverse, id, property) }
    }
    return (newID, nil)
  }

  /// The id under which an object can be referred to in this context; registers it if it is new.
  func adopt(_ object: any PersistentModel) -> UInt64? {
    let object = GraphLinks.survivor(object)
    guard let other = object._$header.context else {
      if object._$header.isStoredOrphan { return adoptOrphan(object) }
      register(object)
      return object._$header.context === self ? object._$header._id : nil
    }
    if other === self { return object._$header._id }
    let name = object._$header.entityName ?? "object"
    guard other.store === store else { return refuseForeign(name) }
    guard !object._$header.has(.inserted) else {
      failures.append(
        .foreignObject(entity: name, reason: "it was inserted into another context: save that one first")
      )
      return nil
    }
    return object._$header._id
  }

  /// The id of an object whose context is gone, if it is of this store.
  private func adoptOrphan(_ object: any PersistentModel) -> UInt64? {
    guard object._$header.storeID == store.identifier else {
      return refuseForeign(ModelShape.name(of: type(of: object)))
    }
    return object._$header._id
  }

  /// Notes that an object cannot be referred to, because it is of another store.
  private func refuseForeign(_ entity: String) -> UInt64? {
    failures.append(.foreignObject(entity: entity, reason: "it belongs to a container on another store"))
    return nil
  }

  /// Makes the other end of a reference show its owner.
  func link(
    _ target: UInt64,
    _ inverse: PropertyInfo.Inverse,
    _ owner: UInt64,
    _ property: PropertyInfo
  ) {
    if inverse.isToMany { return join(target, inverse, owner) }
    guard let object = object(target) else { return }
    let previous = object.reference(inverse.index)?.id ?? 0
    if previous == owner { return }
    if previous != 0, let rival = self.object(previous) { setReference(rival, property.index, 0) }
    setReference(object, inverse.index, owner)
  }

  /// Makes the other end of a reference forget its owner.
  func unlink(_ target: UInt64, _ inverse: PropertyInfo.Inverse, _ owner: UInt64) {
    if inverse.isToMany { return leave(target, inverse, owner) }
    guard let object = object(target), object.reference(inverse.index)?.id == owner else { return }
    setReference(object, inverse.index, 0)
  }

  /// Stores a reference in an object, with notice to all but its other end.
  func setReference(_ object: any PersistentModel, _ index: Int, _ id: UInt64) {
    _willChange(object, index)
    object.patch(index, id: id, link: nil)
    didChangeAny(object, index)
  }

  /// Adds an id to the to-many end of a relationship, loaded or not.
  func join(_ owner: UInt64, _ end: PropertyInfo.Inverse, _ id: UInt64) {
    let key = Overlay.MemberKey(owner: ObjectID(rawValue: owner), relationship: end.property)
    let object = map[owner]
    if let object { _willChange(object, end.index) }
    adjustments[key, default: MemberAdjustment()].add(id)
    staleMembers.insert(key)
    if let object {
      if let storage = object._$header._extra?.storage(end.index), storage.isLoaded {
        storage.append(id, map[id])
      }
      didChangeAny(object, end.index)
    }
  }

  /// Takes an id out of the to-many end of a relationship, loaded or not.
  func leave(_ owner: UInt64, _ end: PropertyInfo.Inverse, _ id: UInt64) {
    let key = Overlay.MemberKey(owner: ObjectID(rawValue: owner), relationship: end.property)
    let object = map[owner]
    if let object { _willChange(object, end.index) }
    adjustments[key, default: MemberAdjustment()].remove(id)
    staleMembers.insert(key)
    if let object {
      if let storage = object._$header._extra?.storage(end.index), storage.isLoaded { storage.remove(id) }
      didChangeAny(object, end.index)
    }
  }

  /// The ids of a to-many relationship: the program's list, or the committed one with the adjustments.
  ///
  /// - Parameter snapshot: The state of the store to look in; nil for the newest.
  func memberIDs(
    _ owner: UInt64,
    _ relationship: PropertyID,
    _ storage: ToManyStorage?,
    in snapshot: Snapshot? = nil
  ) -> [UInt64] {
    var ids: [UInt64]
    if let storage, storage.isLoaded {
      ids = storage.allIDs
    } else {
      let id = ObjectID(rawValue: owner)
      let committed = (snapshot ?? store.snapshot()).members(of: id, relationship).map(\.rawValue)
      let key = Overlay.MemberKey(owner: id, relationship: relationship)
      ids = adjustments[key]?.apply(to: committed) ?? committed
    }
    if !forwarded.isEmpty { ids = ids.map { forwarded[$0] ?? $0 } }
    if !deletedIDs.isEmpty { ids.removeAll { deletedIDs.contains($0) } }
    return ids
  }

  /// The storage of a to-many relationship with its objects in place.
  func loadedStorage<T: PersistentModel>(
    _ owner: any PersistentModel,
    _ index: Int,
    _ slot: ToManyStorage?,
    _ type: T.Type,
    verifies: Bool = true
  ) -> TypedToManyStorage<T> {
    if verifies, !unverified.isEmpty { verifyAppends() }
    let storage = GraphLinks.ensure(owner, index, owner._$header._extra?.storage(index) ?? slot, type)
    if storage.hasValues, storage.isLoaded, storage.stamp == deletionStamp { return storage }
    guard let entity = owner._$header.entity?.takeUnretainedValue() else { return storage }
    let all =
      storage.isLoaded ? storage.allIDs : memberIDs(owner._$header._id, entity.properties[index].id, nil)
    let snapshot = store.snapshot()
    var values: [T] = []
    var ids: [UInt64] = []
    var absent: Set<UInt64> = []
    values.reserveCapacity(all.count)
    ids.reserveCapacity(all.count)
    for id in all {
      if let value = member(id, snapshot) as? T {
        values.append(value)
        ids.append(id)
      } else if deletedIDs.contains(id) || snapshot.entity(of: ObjectID(rawValue: id)) != nil {
        absent.insert(id)
      }
    }
    storage.setMembers(ids, absent, order: all)
    storage.values = values
    storage.hasValues = true
    storage.known = []
    storage.stamp = deletionStamp
    list(storage)
    return storage
  }

  /// A target of a to-many relationship. One that gives no object, because the program has no class for it or
  /// because it cannot be read, keeps its place in the relationship all the same.
  private func member(_ id: UInt64, _ snapshot: Snapshot) -> (any PersistentModel)? {
    do {
      return try materialize(id, snapshot)
    } catch {
      failures.append(ObjectGraphError(error))
      return nil
    }
  }

  /// Takes a changed list of targets and brings the other ends in step.
  func replaceMembers<T: PersistentModel>(
    _ owner: any PersistentModel,
    _ index: Int,
    _ storage: TypedToManyStorage<T>,
    _ values: [T]
  ) {
    guard let entity = owner._$header.entity?.takeUnretainedValue() else { return }
    let property = entity.properties[index]
    let count = storage.known.count
    if values.count == count, storage.matches(values, count) {
      storage.values = values
      storage.hasValues = true
      return
    }
    _willChange(owner, index)
    storage.isLoaded = true
    storage.stamp = deletionStamp
    list(storage)
    if values.count == count + 1, startsAsKnown(storage, values) {
      let added = values[count]
      guard let id = adopt(added, for: owner, index), !isMember(id, storage, added, property, owner) else {
        storage.values = Array(values.dropLast())
        storage.hasValues = true
        return
      }
      storage.values = values
      storage.hasValues = true
      storage.know(values[count])
      storage.ids.append(id)
      if count > Self.verifiedAtOnce {
        if !storage.isUnverified {
          storage.isUnverified = true
          storage.owner = owner
          unverified.append(storage)
        }
      }
      return noteMember(owner, property, id)
    }
    rearrange(owner, property, storage, values)
  }

  /// Longest list whose unchanged part is compared at each append; a longer one is compared once, before
  /// anything looks at it.
  private static var verifiedAtOnce: Int { 4096 }

  private func startsAsKnown<T: PersistentModel>(_ storage: TypedToManyStorage<T>, _ values: [T]) -> Bool {
    let count = storage.known.count
    if count <= Self.verifiedAtOnce { return storage.matches(values, count) }
    return storage.address(values[0]) == storage.known[0]
      && storage.address(values[count - 1]) == storage.known[count - 1]
  }

  private func isMember(
    _ id: UInt64,
    _ storage: ToManyStorage,
    _ object: any PersistentModel,
    _ property: PropertyInfo,
    _ owner: any PersistentModel
  ) -> Bool {
    if let inverse = property.inverse, !inverse.isToMany {
      return object.reference(inverse.index)?.id == owner._$header._id
    }
    return storage.contains(id)
  }

  func noteMember(_ owner: any PersistentModel, _ property: PropertyInfo, _ id: UInt64) {
    let ownerID = owner._$header._id
    let key = Overlay.MemberKey(owner: ObjectID(rawValue: ownerID), relationship: property.id)
    adjustments[key, default: MemberAdjustment()].add(id)
    adjustments[key]?.isStated = true
    staleMembers.insert(key)
    guard let inverse = property.inverse else { return }
    if inverse.isToMany { return join(id, inverse, ownerID) }
    guard let object = object(id) else { return }
    let previous = object.reference(inverse.index)?.id ?? 0
    if previous == ownerID { return }
    if previous != 0 {
      leave(previous, .init(property: property.id, index: property.index, isToMany: true), id)
    }
    setReference(object, inverse.index, ownerID)
  }

  private func noteDeparture(_ owner: any PersistentModel, _ property: PropertyInfo, _ id: UInt64) {
    let ownerID = owner._$header._id
    let key = Overlay.MemberKey(owner: ObjectID(rawValue: ownerID), relationship: property.id)
    adjustments[key, default: MemberAdjustment()].remove(id)
    adjustments[key]?.isStated = true
    staleMembers.insert(key)
    guard let inverse = property.inverse else { return }
    if inverse.isToMany { return leave(id, inverse, ownerID) }
    guard let object = object(id), object.reference(inverse.index)?.id == ownerID else { return }
    setReference(object, inverse.index, 0)
  }

  /// Any change that is not an append: compares the old list with the new one.
  private func rearrange<T: PersistentModel>(
    _ owner: any PersistentModel,
    _ property: PropertyInfo,
    _ storage: TypedToManyStorage<T>,
    _ values: [T]
  ) {
    let old = storage.ids
    let before = Set(old)
    var ids: [UInt64] = []
    var kept: [T] = []
    var after: Set<UInt64> = []
    for value in values {
      guard let id = adopt(value, for: owner, property.index), after.insert(id).inserted else { continue }
      ids.append(id)
      kept.append((GraphLinks.survivor(value) as? T) ?? value)
    }
    storage.ids = ids
    storage.values = kept
    storage.hasValues = true
    storage.rememberAddresses()
    storage.resetSet()
    let isPlain = ids == old.filter { after.contains($0) } + ids.filter { !before.contains($0) }
    if !isPlain { storage.isStated = true }
    for id in old where !after.contains(id) { noteDeparture(owner, property, id) }
    for id in ids where !before.contains(id) { noteMember(owner, property, id) }
    if storage.isStated {
      let key = Overlay.MemberKey(owner: ObjectID(rawValue: owner._$header._id), relationship: property.id)
      adjustments[key, default: MemberAdjustment()].isStated = true
      staleMembers.insert(key)
    }
    storage.ids = ids
  }

  /// Compares what long appends left uncompared.
  func verifyAppends() {
    guard !unverified.isEmpty else { return }
    let pending = unverified
    unverified = []
    for storage in pending {
      storage.isUnverified = false
      storage.verify(in: self)
    }
  }

  /// Takes a list whose earlier part turned out to have changed.
  func repair<T: PersistentModel>(
    _ owner: any PersistentModel,
    _ storage: TypedToManyStorage<T>,
    _ values: [T]
  ) {
    guard let entity = owner._$header.entity?.takeUnretainedValue() else { return }
    rearrange(owner, entity.properties[storage.index], storage, values)
  }
}
