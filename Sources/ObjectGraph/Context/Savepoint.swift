import LogStore

/// The pending changes of a context at one moment, to come back to.
///
/// Values are kept as records, in the form in which a save would write them.
struct Savepoint {
  /// An object with pending changes.
  struct Entry {
    var object: any PersistentModel
    var id: UInt64
    var state: UInt8
    var mask: UInt64
    var record: [UInt8]
    /// Values that were written to files.
    var blobs: [Int: PendingBlob]
  }

  var inserted: [any PersistentModel] = []
  var changed: [any PersistentModel] = []
  var deleted: [any PersistentModel] = []
  var entries: [Entry] = []
  var adjustments: [Overlay.MemberKey: MemberAdjustment] = [:]
  /// Lists that the program stated.
  var stated: [(storage: ToManyStorage, ids: [UInt64], isAssigned: Bool)] = []
  var conflicts: [UInt64: UInt64] = [:]
  var refused: [RefusedLink] = []
  /// The newest commit that the context had made.
  var savedAt: SequenceNumber = 0

  var isEmpty: Bool { inserted.isEmpty && changed.isEmpty && deleted.isEmpty }
}

extension ModelContext {
  /// Runs a block and saves. If the block throws, what it did is taken back and the error is thrown on; changes
  /// that were pending before are pending still. If the save throws, all is pending, as after any failed save.
  ///
  /// A block that saves by itself has nothing to come back to: then all changes after that save are dropped.
  public func transaction(block: () throws -> Void) throws {
    let savepoint = try makeSavepoint()
    do {
      transactionDepth += 1
      defer { transactionDepth -= 1 }
      try block()
    } catch {
      rollback()
      if savepoint.savedAt == savedAt { restore(savepoint) }
      throw error
    }
    try save()
  }

  private func makeSavepoint() throws -> Savepoint {
    verifyAppends()
    var savepoint = Savepoint()
    savepoint.savedAt = savedAt
    savepoint.inserted = inserted
    savepoint.changed = changed
    savepoint.deleted = deleted
    savepoint.adjustments = adjustments
    savepoint.conflicts = conflicts
    savepoint.refused = refused
    guard !savepoint.isEmpty else { return savepoint }
    try withForwarding {
      for object in inserted + changed {
        let header = object._$header
        guard let entity = header.entity?.takeUnretainedValue() else { continue }
        let record = try record(object, entity).payload
        savepoint.entries.append(
          .init(
            object: object,
            id: header._id,
            state: header._state,
            mask: header._mask,
            record: record,
            blobs: header._extra?.pendingBlobs ?? [:]
          )
        )
        for storage in object.relationshipSlots.members where storage.isStated || storage.isAssigned {
          savepoint.stated.append((storage, storage.allIDs, storage.isAssigned))
        }
      }
    }
    return savepoint
  }

  /// Puts pending changes back into a context that has none.
  private func restore(_ savepoint: Savepoint) {
    guard !savepoint.isEmpty else { return }
    inserted = savepoint.inserted
    changed = savepoint.changed
    deleted = savepoint.deleted
    adjustments = savepoint.adjustments
    conflicts = savepoint.conflicts
    refused = savepoint.refused
    staleMembers = Set(adjustments.keys)
    for entry in savepoint.entries { restore(entry) }
    for object in deleted {
      object._$header.add(.deleted)
      deletedIDs.insert(object._$header._id)
      overlay.deleted.insert(ObjectID(rawValue: object._$header._id))
    }
    deletionStamp += 1
    for (storage, ids, isAssigned) in savepoint.stated {
      storage.setMembers(ids, [], order: ids)
      storage.isStated = true
      storage.isAssigned = isAssigned
    }
    scheduleAutosaveIfChanged()
  }

  private func restore(_ entry: Savepoint.Entry) {
    let object = entry.object
    guard let descriptor = schema.descriptor(for: type(of: object)) else { return }
    if object._$header.context == nil, entry.id != 0 {
      object._$header._context = Unmanaged.passUnretained(self)
      object._$header.entity = Unmanaged.passUnretained(descriptor)
      object._$header._id = entry.id
      map.insert(object, entry.id)
    }
    entry.record.withUnsafeBytes { bytes in
      decode(object, descriptor, RecordView(trusted: bytes, layout: descriptor.layout), keep: 0)
    }
    if !entry.blobs.isEmpty { object.ensuredExtra.pendingBlobs = entry.blobs }
    object._$header._state = entry.state
    object._$header._mask = entry.mask
    object._$header.add(.stale)
    stale.append(object)
  }
}
