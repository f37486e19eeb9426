import LogStore

extension ModelContext {
  /// Adds an object, and all unregistered ones that can be reached from it, to the context. It gets its
  /// permanent identity now and is written at the next save. Nothing happens if it is registered already.
  public func insert<T: PersistentModel>(_ model: T) {
    if let other = model._$header.context {
      if other !== self {
        failures.append(
          .foreignObject(
            entity: model._$header.entityName ?? "\(T.self)",
            reason: "it is registered with another context; use model(for:) with its persistentModelID"
          )
        )
      } else if model._$header.has(.deleted) {
        revive(model)
      }
      return
    }
    if model._$header.isStoredOrphan {
      failures.append(
        .foreignObject(
          entity: ModelShape.name(of: T.self),
          reason: "its context is gone, and it is stored already; use model(for:) with its persistentModelID"
        )
      )
      return
    }
    register(model)
  }

  /// Takes back a deletion that is not saved.
  private func revive(_ object: any PersistentModel) {
    object._$header.remove(.deleted)
    deleted.removeAll { $0 === object }
    deletedIDs.remove(object._$header._id)
    overlay.deleted.remove(ObjectID(rawValue: object._$header._id))
    deletionStamp += 1
    noteChange(object, 63)
    restoreLinks(object)
  }

  /// Brings the other ends of an object's relationships back, which its deletion had cleared.
  private func restoreLinks(_ object: any PersistentModel) {
    guard let entity = object._$header.entity?.takeUnretainedValue() else { return }
    let id = object._$header._id
    for index in entity.relationships {
      let property = entity.properties[index]
      guard let inverse = property.inverse else { continue }
      if property.slot == .toMany {
        for target in memberIDs(id, property.id, object._$header._extra?.storage(index)) {
          noteMember(object, property, target)
        }
      } else if let target = object.reference(index)?.id, target != 0, !deletedIDs.contains(target) {
        if inverse.isToMany { join(target, inverse, id) } else { link(target, inverse, id, property) }
      }
    }
  }

  /// Registers an object and all unregistered ones that can be reached from it, then brings the ends of their
  /// relationships in step. Chains cost no stack.
  func register(_ root: any PersistentModel) {
    var queue: [any PersistentModel] = [root]
    var fresh: [(object: any PersistentModel, slots: RelationshipSlots)] = []
    var head = 0
    while head < queue.count {
      let object = queue[head]
      head += 1
      guard object._$header.context == nil, !object._$header.isForwarding, !object._$header.has(.tracer),
        !object._$header.isStoredOrphan
      else { continue }
      if object._$header.has(.orphaned) { relink(object) }
      guard admit(object) else { continue }
      let slots = object.relationshipSlots
      for reference in slots.references {
        if let target = reference.object, target._$header.context == nil { queue.append(target) }
      }
      for storage in slots.members {
        for target in storage.members() where target._$header.context == nil { queue.append(target) }
      }
      if !slots.references.isEmpty || !slots.members.isEmpty { fresh.append((object, slots)) }
    }
    for entry in fresh { convert(entry.object, entry.slots) }
    for entry in fresh { connect(entry.object, entry.slots) }
    scheduleAutosave()
  }

  /// Turns the ids in an object that was never saved, and whose context is gone, back into direct references.
  private func relink(_ object: any PersistentModel) {
    guard let former = object._$header._extra?.former else { return }
    for reference in object.relationshipSlots.references where reference.id != 0 && reference.link == nil {
      let target = former.target(of: object, reference.index, reference.id)
      object.patch(reference.index, id: 0, link: target.map { RelationshipLink(strong: $0) })
    }
    for storage in object.relationshipSlots.members { storage.restore(object, former) }
    object._$header._extra?.former = nil
    object._$header.remove([.orphaned, .inserted])
    object._$header._id = 0
  }

  /// Gives one object its identity.
  private func admit(_ object: any PersistentModel) -> Bool {
    guard let descriptor = schema.descriptor(for: type(of: object)) else {
      failures.append(.unknownEntity(name: ModelShape.name(of: type(of: object)), store: core.name))
      return false
    }
    guard !descriptor.isAbstract else {
      failures.append(
        .invalidSchema(
          entity: descriptor.name,
          property: nil,
          reason: "it is abstract: insert objects of a subclass"
        )
      )
      return false
    }
    do {
      let id = try store.newObjectID().rawValue
      var header = object._$header
      header._context = Unmanaged.passUnretained(self)
      header.entity = Unmanaged.passUnretained(descriptor)
      header._id = id
      header._mask = ~0
      header.remove([.gone, .changed, .deleted])
      header.add([.inserted, .stale])
      object._$header = header
      map.insert(object, id)
      inserted.append(object)
      stale.append(object)
      return true
    } catch {
      failures.append(ObjectGraphError(error))
      return false
    }
  }

  /// Turns the direct references of a new object into ids.
  private func convert(_ object: any PersistentModel, _ slots: RelationshipSlots) {
    for storage in slots.members {
      var ids: [UInt64] = []
      var seen: Set<UInt64> = []
      for target in storage.members() {
        guard let id = adopt(target, for: object, storage.index), seen.insert(id).inserted else { continue }
        ids.append(id)
      }
      storage.takeOver(ids)
      storage.stamp = deletionStamp
      storage.isStated = !ids.isEmpty
      list(storage)
      let extra = object.ensuredExtra
      if extra.storage(storage.index) == nil { extra.toMany.append(storage) }
    }
    for reference in slots.references {
      guard let link = reference.link else {
        if reference.id != 0 { object.patch(reference.index, id: 0, link: nil) }
        continue
      }
      let target = link.isStrong ? link.object : nil
      let id = target.flatMap { adopt($0, for: object, reference.index) } ?? 0
      object.patch(reference.index, id: id, link: nil)
    }
  }

  /// Brings the other ends of a new object's relationships in step.
  private func connect(_ object: any PersistentModel, _ slots: RelationshipSlots) {
    guard let entity = object._$header.entity?.takeUnretainedValue() else { return }
    let id = object._$header._id
    for storage in slots.members {
      let property = entity.properties[storage.index]
      for target in storage.ids { noteMember(object, property, target) }
    }
    for reference in slots.references {
      let property = entity.properties[reference.index]
      guard let inverse = property.inverse, let target = object.reference(reference.index)?.id, target != 0
      else {
        continue
      }
      if inverse.isToMany {
        let key = Overlay.MemberKey(owner: ObjectID(rawValue: target), relationship: inverse.property)
        if adjustments[key]?.contains(id) == true { continue }
        join(target, inverse, id)
      } else {
        link(target, inverse, id, property)
      }
    }
  }
}
