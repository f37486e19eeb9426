import Foundation
import LogStore

extension ModelContext {
  /// Writes all changes, all or none of them; they are durable when it returns, unless the configuration asks for
  /// another `ModelConfiguration.Durability`. If it throws, nothing was written and all changes are still pending;
  /// the one exception is `ObjectGraphError.outcomeUnknown`. Without changes nothing happens.
  public func save() throws {
    guard !isSaving else { return }
    isSaving = true
    defer { isSaving = false }
    verifyAppends()
    if let failure = failures.takeFirst() { throw failure }
    try checkLinks()
    guard hasPending else { return cancelAutosave() }
    guard core.configuration.allowsSave else {
      if hasChanges { throw ObjectGraphError.saveNotAllowed(store: core.name) }
      return
    }
    guard let (receipt, identifiers, before) = try commit() else { return settle(nil) }
    if receipt.isWritten { savedAt = receipt.sequence }
    settle(receipt)
    do {
      if !receipt.isWritten {
        try catchUp()
      } else if receipt.sequence > before + 1 {
        try applyChanges(after: before, own: receipt.sequence)
      }
    } catch {
      // The commit is durable: what fails here is for the next call to report.
      failures.append(ObjectGraphError(error))
    }
    if receipt.isWritten { seen = max(seen, receipt.sequence) }
    store.removeReleasedBlobs()
    post(Self.didSave, identifiers)
  }

  /// Commits all changes; nil if there are none to write. Where another context commits between the comparison with
  /// what is stored and the commit, both are done again: a conflict is for the merge policy to settle.
  ///
  /// - Throws: `conflict` too if others are quicker a hundred times over.
  private func commit() throws -> (
    CommitReceipt, [NotificationKey: [PersistentIdentifier]], before: SequenceNumber
  )? {
    var attempt = 0
    while true {
      attempt += 1
      try catchUp()
      try settleConflicts()
      let before = seen
      let (batch, written) = try withForwarding { try makeBatch() }
      guard !batch.isEmpty else { return nil }
      if attempt == 1 { post(Self.willSave) }
      let committed = store.snapshot()
      do {
        let receipt = try store.commit(batch)
        return (receipt, describe(receipt, written, committed, store.snapshot()), before)
      } catch {
        guard error.code == .conflict, store.sequence != before, attempt < 100 else {
          throw ObjectGraphError(error)
        }
      }
    }
  }

  /// What a save writes.
  struct Written {
    var inserted: [any PersistentModel] = []
    var updated: [any PersistentModel] = []
  }

  private func makeBatch() throws -> (WriteBatch, Written) {
    var batch = WriteBatch(author: author ?? "", uniqueness: uniquenessPolicy)
    batch.refusesStale = mergePolicy != .objectTrump
    var written = Written()
    let snapshot = store.snapshot()
    for object in inserted where !object._$header.has(.deleted) {
      guard let entity = object._$header.entity?.takeUnretainedValue() else { continue }
      var payload = try encode(object, entity)
      let assigned = entity.hasUniqueness ? assignedProperties(object, payload, entity) : nil
      if !entity.externals.isEmpty { payload = try moveOut(payload, object, entity, nil, snapshot, &batch) }
      batch.insert(
        ObjectID(rawValue: object._$header._id),
        layout: entity.layout,
        payload: payload,
        changed: assigned
      )
      written.inserted.append(object)
    }
    for object in changed where !object._$header.has(.deleted) {
      guard let entity = object._$header.entity?.takeUnretainedValue() else { continue }
      var payload = try encode(object, entity)
      let properties = try differences(payload, object, entity, snapshot)
      guard !properties.isEmpty else { continue }
      if !entity.externals.isEmpty {
        payload = try moveOut(payload, object, entity, properties, snapshot, &batch)
      }
      batch.update(
        ObjectID(rawValue: object._$header._id),
        layout: entity.layout,
        payload: payload,
        changed: properties,
        baseVersion: seen
      )
      written.updated.append(object)
    }
    for (key, adjustment) in adjustments.sorted(by: Self.order) {
      guard let list = statedMembers(key, adjustment) else { continue }
      batch.setMembers(of: key.owner, key.relationship, to: list)
    }
    for object in deleted where !object._$header.has(.inserted) {
      batch.delete(ObjectID(rawValue: object._$header._id))
    }
    return (batch, written)
  }

  private static func order(
    _ a: (key: Overlay.MemberKey, value: MemberAdjustment),
    _ b: (key: Overlay.MemberKey, value: MemberAdjustment)
  ) -> Bool {
    (a.key.owner, a.key.relationship) < (b.key.owner, b.key.relationship)
  }

  /// Properties of an inserted object that count as assigned when it turns out to be stored already: all
  /// attributes, the to-one relationships that have a target or were given nil, and the to-many relationships
  /// that were given a list.
  private func assignedProperties(
    _ object: any PersistentModel,
    _ payload: UnsafeRawBufferPointer,
    _ entity: EntityDescriptor
  ) -> Set<PropertyID> {
    let cleared = object._$header._extra?.cleared ?? []
    let view = RecordView(trusted: payload, layout: entity.layout)
    var result: Set<PropertyID> = []
    for property in entity.properties {
      if property.slot == .toMany {
        if object.memberStorage(property.index)?.isAssigned == true { result.insert(property.id) }
        continue
      }
      let field = Int(entity.writeFields[property.index])
      guard field >= 0 else { continue }
      if property.slot != .toOne || view.isPresent(field) || cleared.contains(property.index) {
        result.insert(property.id)
      }
    }
    return result
  }

  /// The list to send for a to-many relationship; nil if the slots of the targets say all.
  private func statedMembers(_ key: Overlay.MemberKey, _ adjustment: MemberAdjustment) -> [ObjectID]? {
    let owner = key.owner.rawValue
    guard !deletedIDs.contains(owner) else { return nil }
    let object = map[owner]
    let relationship = store.catalog.relationship(key.relationship)
    let index = object?._$header.entity?.takeUnretainedValue().property(key.relationship)?.index
    let storage = index.flatMap { object?._$header._extra?.storage($0) }
    let inverse = relationship?.inverse.flatMap { store.catalog.relationship($0) }
    if let inverse {
      if inverse.isToMany {
        if !adjustment.isStated { return nil }
      } else if adjustment.added.isEmpty {
        if storage?.isStated != true { return nil }
      } else if storage?.isStated != true || isNew(object), isInOrder(adjustment.added, storage) {
        return nil
      }
    }
    return memberIDs(owner, key.relationship, storage).map { ObjectID(rawValue: $0) }
  }

  /// Whether an object is new for certain: one with a unique value may turn out to be stored already.
  private func isNew(_ object: (any PersistentModel)?) -> Bool {
    guard let header = object?._$header else { return false }
    return header.has(.inserted) && header.entity?.takeUnretainedValue().hasUniqueness == false
  }

  /// Whether new targets come in the order in which the batch writes them, which is the order that the store
  /// gives them by itself.
  private func isInOrder(_ added: [UInt64], _ storage: ToManyStorage?) -> Bool {
    if added.count == 1 { return storage?.isStated != true }
    var last: UInt64 = 0
    for id in added {
      guard id > last, isNew(map[id]) else { return false }
      last = id
    }
    guard let storage, storage.isStated else { return true }
    return storage.ids == added
  }

  /// Makes memory agree with what was committed.
  private func settle(_ receipt: CommitReceipt?) {
    let clean: UInt8 =
      ~(ModelState.inserted.rawValue | ModelState.changed.rawValue | ModelState.stale.rawValue)
    for object in inserted + changed where !object._$header.has(.deleted) {
      var header = object._$header
      header._state &= clean
      header._mask = 0
      object._$header = header
      header._extra?.cleared = []
      for storage in header._extra?.toMany ?? [] {
        storage.isStated = false
        storage.isAssigned = false
        if !deletedIDs.isEmpty, storage.isLoaded { storage.removeAll(deletedIDs) }
      }
    }
    let written = receipt == nil ? [] : inserted + changed
    let gone = deleted
    if !deletedIDs.isEmpty {
      for storage in listed where storage.isLoaded { storage.removeAll(deletedIDs) }
    }
    clearPending()
    for object in gone { expel(object) }
    guard let receipt else { return }
    for id in receipt.deleted { if let object = map[id.rawValue] { expel(object) } }
    forward(receipt)
    let snapshot = store.snapshot()
    // The commit is durable, whatever happens here: an object whose record cannot be read keeps its values, and
    // the next query that reads the record says why.
    for id in receipt.touched {
      if let object = map[id.rawValue] { try? refresh(object, snapshot) }
    }
    for object in written { dropExternalValues(object, snapshot) }
    if map.count >= sweepThreshold { sweep() }
  }

  /// Empties the lists of pending changes.
  func clearPending() {
    inserted.removeAll(keepingCapacity: true)
    changed.removeAll(keepingCapacity: true)
    deleted.removeAll(keepingCapacity: true)
    stale.removeAll(keepingCapacity: true)
    deletedIDs.removeAll(keepingCapacity: true)
    adjustments.removeAll(keepingCapacity: true)
    staleMembers.removeAll(keepingCapacity: true)
    refused.removeAll()
    conflicts.removeAll()
    overlay = Overlay()
    cancelAutosave()
  }

  /// Lets inserted objects that were stored already refer to the stored ones from now on.
  private func forward(_ receipt: CommitReceipt) {
    guard !receipt.forwarded.isEmpty else { return }
    let snapshot = store.snapshot()
    // Only insertions are ever merged, so what earlier saves have merged into cannot move on.
    let next = Dictionary(receipt.forwarded.map { ($0.incoming, $0.survivor) }) { $1 }
    for (incoming, survivor) in receipt.forwarded {
      var last = survivor
      while let further = next[last] { last = further }
      forwarded[incoming.rawValue] = last.rawValue
    }
    for (incoming, survivor) in receipt.forwarded {
      let object = map[incoming.rawValue]
      map.remove(incoming.rawValue)
      let target: any PersistentModel
      let survivor = forwarded[incoming.rawValue] ?? survivor.rawValue
      // A record that cannot be read is no reason to fail here either: the commit is durable.
      if let known = map[survivor] {
        try? refresh(known, snapshot)
        target = known
      } else if let loaded = try? load(survivor, snapshot) {
        target = loaded
      } else {
        continue
      }
      guard let object, object !== target else { continue }
      object._$header._context = nil
      object._$header.entity = nil
      object._$header.add(.forwarding)
      object.ensuredExtra.forward = target
    }
    for storage in listed { forget(storage) }
  }

  /// Drops all changes: inserted objects leave the context, deleted ones come back, changed ones have their
  /// stored values again.
  public func rollback() {
    verifyAppends()
    let dropped = inserted
    let restored = changed
    for object in deleted { object._$header.remove(.deleted) }
    clearPending()
    failures.removeAll()
    deletionStamp += 1
    for object in dropped { release(object) }
    let snapshot = store.snapshot()
    for object in restored {
      var header = object._$header
      header.remove([.changed, .stale])
      header._mask = 0
      object._$header = header
      for storage in header._extra?.toMany ?? [] {
        storage.isStated = false
        forget(storage)
      }
      // A rollback has to come to its end: an object whose record cannot be read keeps its values.
      try? refresh(object, snapshot)
    }
    for storage in listed {
      storage.isStated = false
      forget(storage)
    }
    // If it fails, the next call that can throw tries it again.
    try? catchUp()
  }

  /// Makes an inserted object one that no context knows.
  private func release(_ object: any PersistentModel) {
    let id = object._$header._id
    for reference in object.relationshipSlots.references where reference.id != 0 {
      object.patch(reference.index, id: 0, link: nil)
    }
    var header = object._$header
    header._context = nil
    header.entity = nil
    header._id = 0
    header._mask = 0
    header._state = 0
    object._$header = header
    for storage in header._extra?.toMany ?? [] {
      storage.dropObjects()
      storage.takeOver([])
      storage.isLoaded = false
    }
    map.remove(id)
  }
}
