/// One commit in the making: a batch completed by the rules of the graph.
///
/// The rules work over two things only, the committed indexes and the records in hand, so contexts, batch
/// operations and imports all obey the same ones. Nothing here writes.
struct GraphChange {
  let base: IndexState
  let catalog: Catalog
  /// Records that will be written, by object.
  var records = PendingRecords()
  /// The objects of `records` in the order in which they came in.
  var order: [ObjectID] = []
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
    try change.take(batch)
    try change.propagateDeletes()
    try change.resolveIdentities(batch.uniqueness)
    change.checkTargets()
    try change.resolveEdges(newID: newID)
    try change.assignPlaces()
    try change.validate()
    change.dropUnchanged()
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
    for entry in batch.entries {
      switch entry.kind {
      case .delete:
        guard !records.contains(entry.id) else { throw twice(entry.id) }
        if base.entity(of: entry.id) != nil { markDeleted(entry.id) }
      case .insert, .update:
        guard let layout = entry.layout, catalog.layout(entry.layout?.id ?? LayoutID(rawValue: 0)) === layout
        else {
          throw StoreError(
            .invalidArgument,
            tried: "save object \(entry.id)",
            path: base.path,
            found: "a record layout that is not the store's",
            remedy: "Take layouts from the schema that this store adopted.",
            objects: [entry.id]
          )
        }
        guard !records.contains(entry.id), !deleted.contains(entry.id) else { throw twice(entry.id) }
        let payload = Array(batch.arena[entry.payload])
        var record = PendingRecord(
          id: entry.id,
          layout: layout,
          payload: payload,
          stored: nil,
          changed: entry.changed,
          isNamed: true
        )
        if entry.kind == .update {
          try merge(entry, into: &record, refusingStale: batch.refusesStale)
        } else if entry.id.isNone || base.kinds[entry.id.rawValue] != 0 {
          throw StoreError(
            .invalidArgument,
            tried: "insert object \(entry.id)",
            path: base.path,
            found: entry.id.isNone ? "the id of no object" : "the id is in use",
            remedy: "Take the id of a new object from the store.",
            objects: [entry.id]
          )
        }
        records[entry.id] = record
        order.append(entry.id)
      }
    }
    for members in batch.members {
      let key = Overlay.MemberKey(owner: members.owner, relationship: members.relationship)
      try checkOwner(of: key)
      if lists[key] == nil { listOrder.append(key) }
      var seen: Set<ObjectID> = []
      lists[key] = members.targets.filter { seen.insert($0).inserted }
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
    let merged = record.withView { incoming in
      record.withStoredView { present in
        PendingRecord.merge(incoming, over: present) { field, index in
          if field.kind == .orderKey {
            // A place stays while the object it belongs to stays; otherwise it is assigned anew.
            guard let link = links.first(where: { $0.relationship == field.property }) else { return false }
            let new = incoming.isPresent(link.field) ? incoming.reference(link.field) : .none
            return new != record.storedTarget(field.property)
          }
          guard isStale, let changed = entry.changed else { return true }
          return changed.contains(field.property)
        }
      }
    }
    if let merged { record.payload = merged }
    for link in links {
      guard let orderKey = link.orderKey, record.target(link.field) != record.storedTarget(link.relationship)
      else { continue }
      record.setWord(nil, field: orderKey)
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
    try base.withRecord(id) { view, version throws(StoreError) in
      PendingRecord.Stored(layout: view.layout, payload: Array(view.payload), version: version)
    }
  }

  /// The record in hand of an object that the rules change, loaded on first use.
  mutating func edit(_ id: ObjectID, _ body: (inout PendingRecord) -> Void) throws(StoreError) {
    if !records.contains(id) {
      guard let stored = try storedRecord(id) else { return }
      records[id] = PendingRecord(
        id: id,
        layout: stored.layout,
        payload: stored.payload,
        stored: stored,
        changed: [],
        isNamed: false
      )
      order.append(id)
    }
    records.edit(id, body)
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
    base.entity(of: id) ?? records.withRecord(id) { $0.layout.entity }
  }

  /// Leaves out updates that changed nothing.
  private mutating func dropUnchanged() {
    var kept: [ObjectID] = []
    kept.reserveCapacity(order.count)
    for id in order {
      let isChanged =
        records.withRecord(id) { record in
          guard let stored = record.stored, stored.layout === record.layout else { return true }
          return stored.payload != record.payload
        } ?? false
      if isChanged, !deleted.contains(id) {
        kept.append(id)
      } else {
        records[id] = nil
      }
    }
    order = kept
  }

  /// Whether there is nothing to write.
  var isEmpty: Bool { records.isEmpty && deleted.isEmpty && edges.isEmpty }
}
