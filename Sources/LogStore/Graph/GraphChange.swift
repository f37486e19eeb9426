/// One commit in the making: a batch completed by the rules of the graph.
///
/// The rules work over two things only, the committed indexes and the records in hand, so contexts, batch
/// operations and imports all obey the same ones. Nothing here writes.
struct GraphChange {
  let base: IndexState
  let catalog: Catalog
  /// Records that will be written. Their layouts are those of the catalog.
  var records = PendingRecords()
  /// Objects that will be gone.
  var deleted: Set<ObjectID> = []
  var deletedOrder: [ObjectID] = []
  /// Insertions that became updates.
  var forwarded: [ObjectID: ObjectID] = [:]
  /// Targets stated by the batch.
  var lists: [Overlay.MemberKey: [ObjectID]] = [:]
  var listOrder: [Overlay.MemberKey] = []
  var edges = EdgeChanges()
  /// Memberships that change, known once all records are.
  var moves = SlotMoves()
  var violations: [StoreError.Violation] = []
  /// Whether references to objects that do not exist, and numbers of targets, are left for later.
  var defersReferences = false
  /// Blobs of the batch that no record names, and blobs of the store that none will name.
  var unusedBlobs: Set<BlobID> = []
  var releasedBlobs: [BlobID] = []
  /// The deleted object that a to-one slot named until the delete rules cleared it.
  var cleared: [Overlay.MemberKey: ObjectID] = [:]

  init(base: IndexState) {
    self.base = base
    catalog = base.catalog
  }

  /// Takes a batch through all rules.
  static func resolve(
    _ batch: WriteBatch,
    over base: IndexState,
    newID: () -> ObjectID
  ) throws(StoreError) -> GraphChange {
    var change = GraphChange(base: base)
    change.defersReferences = batch.defersReferences
    try change.take(batch)
    try change.propagateDeletes()
    try change.resolveIdentities(batch.uniqueness)
    change.checkTargets()
    try change.resolveEdges(newID: newID)
    try change.assignPlaces()
    try change.validate()
    change.dropUnchanged()
    try change.resolveBlobs(batch.blobs)
    return change
  }

  private mutating func take(_ batch: WriteBatch) throws(StoreError) {
    guard batch.author.utf8.count <= FormatConstants.largestAuthor else {
      throw StoreError(
        .limitExceeded,
        tried: "commit a batch",
        path: base.path,
        found: "an author of \(batch.author.utf8.count) bytes; the limit is \(FormatConstants.largestAuthor)",
        remedy: "Name who makes the change in fewer words."
      )
    }
    try takeEntries(of: batch)
    for members in batch.members {
      let key = Overlay.MemberKey(owner: members.owner, relationship: members.relationship)
      try checkOwner(of: key)
      if lists[key] == nil { listOrder.append(key) }
      var seen: Set<ObjectID> = []
      lists[key] = members.targets.filter { seen.insert($0).inserted }
    }
  }

  private mutating func takeEntries(of batch: WriteBatch) throws(StoreError) {
    records.prepare(for: batch)
    let payloads = batch.arena.withRawBytes { records.arena.copy($0) }
    // Ids from here on were never used, whatever became of the objects.
    let firstNew = base.kinds.count
    var known: RecordLayout?
    for entry in batch.entries {
      guard !records.contains(entry.id) else { throw twice(entry.id) }
      guard entry.kind != .delete else {
        if base.entity(of: entry.id) != nil { markDeleted(entry.id) }
        continue
      }
      guard deleted.isEmpty || !deleted.contains(entry.id) else { throw twice(entry.id) }
      let layout = batch.layouts[Int(entry.layout)]
      guard layout === known || catalog.layout(layout.id) === layout else {
        throw StoreError(
          .invalidArgument,
          tried: "save object \(entry.id)",
          path: base.path,
          found: "a record layout that is not the store's",
          remedy: "Take layouts from the schema that this store adopted.",
          objects: [entry.id]
        )
      }
      known = layout
      var record = PendingRecord(
        id: entry.id,
        record: ArenaRecord(
          layout: layout,
          base: payloads + entry.payload.lowerBound,
          count: entry.payload.count
        ),
        changed: entry.changed,
        isNamed: true
      )
      if entry.kind == .update {
        try merge(entry, into: &record, refusingStale: batch.refusesStale)
      } else if entry.id.isNone || (entry.id.rawValue < firstNew && base.kinds[entry.id.rawValue] != 0) {
        throw StoreError(
          .invalidArgument,
          tried: "insert object \(entry.id)",
          path: base.path,
          found: entry.id.isNone ? "the id of no object" : "the id is in use",
          remedy: "Take the id of a new object from the store.",
          objects: [entry.id]
        )
      }
      records.set(record)
    }
  }

  private func twice(_ id: ObjectID) -> StoreError {
    StoreError(
      .invalidArgument,
      tried: "commit a batch",
      path: base.path,
      found: "object \(id) occurs twice in it",
      remedy: "State each object once.",
      objects: [id]
    )
  }

  /// Lays an update over the newest version: property by property if another commit came between.
  private func merge(
    _ entry: WriteBatch.Entry,
    into record: inout PendingRecord,
    refusingStale refusesStale: Bool
  ) throws(StoreError) {
    guard let stored = try storedRecord(entry.id) else {
      throw conflict(
        entry.id,
        "another commit deleted it",
        "Roll the context back, or delete the object there too."
      )
    }
    record.stored = stored
    let isStale = entry.baseVersion != 0 && stored.version > entry.baseVersion
    if isStale, refusesStale {
      throw conflict(entry.id, "commit \(stored.version) changed it", "Read the object anew and save again.")
    }
    let links = base.plans[record.layout]?.links ?? []
    guard isStale || stored.record.layout !== record.layout else {
      // All values are the incoming ones, but for places: those stay while the object they belong to stays.
      for link in links {
        guard let key = link.orderKey else { continue }
        let isKept = record.target(link.field) == stored.record.target(link.field)
        record.record.setWord(isKept ? stored.record.word(key) : nil, field: key)
      }
      return
    }
    let incoming = record
    let changed = records.changed(record)
    record.record = PendingRecord.merge(
      incoming.record.view,
      over: stored.record.view,
      into: records.arena
    ) { field, index in
      if field.kind == .orderKey {
        guard let link = links.first(where: { $0.relationship == field.property }) else { return false }
        return incoming.target(link.field) != incoming.storedTarget(field.property)
      }
      guard isStale, let changed else { return true }
      return changed.contains(field.property)
    }
    for link in links {
      guard let orderKey = link.orderKey, record.target(link.field) != record.storedTarget(link.relationship)
      else { continue }
      record.record.setWord(nil, field: orderKey)
    }
  }

  private func conflict(_ id: ObjectID, _ found: String, _ remedy: String) -> StoreError {
    StoreError(
      .conflict,
      tried: "save object \(id)",
      path: base.path,
      found: found,
      remedy: remedy,
      objects: [id]
    )
  }

  /// A committed record, copied out; nil if there is no such object.
  func storedRecord(_ id: ObjectID) throws(StoreError) -> PendingRecord.Stored? {
    // A closure that names a part of this value captures a copy of the whole.
    let arena = records.arena
    return try base.withClearRecord(id) { record throws(StoreError) in
      PendingRecord.Stored(
        record: ArenaRecord(copying: record.view.payload, layout: record.view.layout, into: arena),
        version: record.version,
        size: record.storedSize
      )
    }
  }

  /// The slot of an object that the rules change, whose record is loaded on first use; nil if there is none.
  mutating func hold(_ id: ObjectID) throws(StoreError) -> Int? {
    if let slot = records.slot(of: id) { return slot }
    guard let stored = try storedRecord(id) else { return nil }
    records.set(
      PendingRecord(
        id: id,
        record: ArenaRecord(
          copying: stored.record.payload,
          layout: stored.record.layout,
          into: records.arena
        ),
        stored: stored,
        changed: records.number(of: []),
        isNamed: false
      )
    )
    return records.slot(of: id)
  }

  mutating func markDeleted(_ id: ObjectID) {
    if deleted.insert(id).inserted { deletedOrder.append(id) }
  }

  /// Whether an object will exist.
  func exists(_ id: ObjectID) -> Bool {
    if !deleted.isEmpty, deleted.contains(id) { return false }
    return base.entity(of: id) != nil || records.contains(id)
  }

  /// The entity of an object in hand or committed.
  func entity(of id: ObjectID) -> EntityID? {
    base.entity(of: id) ?? records[id]?.layout.entity
  }

  /// Leaves out updates that changed nothing.
  private mutating func dropUnchanged() {
    for slot in records.indices {
      guard let record = records[slot] else { continue }
      let isUnchanged =
        record.stored.map { $0.record.layout === record.layout && $0.record.hasBytes(of: record.record) }
        ?? false
      if isUnchanged || (!deleted.isEmpty && deleted.contains(record.id)) { records.remove(at: slot) }
    }
  }

  /// Whether there is nothing to write.
  var isEmpty: Bool { records.isEmpty && deleted.isEmpty && edges.isEmpty }
}
