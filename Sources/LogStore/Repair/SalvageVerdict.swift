/// Decides, of all that was found of a damaged store, what is live, and what is lost.
struct SalvageVerdict {
  private let salvage: Salvage
  let catalog: Catalog
  /// The newest schema that can be read; nil in a store without one.
  let schema: SalvagedRecord?
  /// Objects and edges that go on to live.
  private(set) var live: [UInt64: SalvagedRecord] = [:]
  /// Objects of which an older version was taken.
  private(set) var stale: Set<UInt64> = []
  /// Objects that are known to be lost.
  private(set) var lost: Set<UInt64> = []
  private(set) var losses: [RepairLoss] = []
  /// Highest id that anything speaks of.
  private(set) var highestID: UInt64 = 0

  /// What the newest kept history says of an object.
  private struct Change {
    var sequence: SequenceNumber
    var isDeletion: Bool
  }

  /// - Throws: `catalogCorrupt` if there are objects, and no schema that could name anything of them.
  init(_ salvage: Salvage, idLimit: UInt64, of path: String) throws(StoreError) {
    self.salvage = salvage
    let content = salvage.schema?.content
    let isNamed = content != nil || !salvage.objects.values.contains { $0.kind == .put }
    guard isNamed else {
      throw StoreError(
        .catalogCorrupt,
        tried: "repair the store",
        path: path,
        found:
          "no record of its schema can be read, so that nothing in \(salvage.recordCount) records has a name",
        remedy: "Restore the store from a backup; it was left as it is, and nothing was written."
      )
    }
    schema = salvage.schema?.record
    catalog = Catalog(
      entities: content?.entities ?? [],
      layouts: salvage.layouts.values.map(\.layout).sorted { $0.id.rawValue < $1.id.rawValue },
      nextProperty: content?.nextProperty ?? 1
    )
    judgeSchema()
    highestID = salvage.objects.keys.max() ?? 0
    sift()
    compareWithGuide()
    compareWithHistory(changes(idLimit))
    addDoubts(idLimit)
  }

  /// The entity of a live object; nil for an edge, and where there is none.
  func entity(of id: UInt64) -> EntityID? {
    guard let record = live[id], record.kind == .put else { return nil }
    return catalog.layout(record.layout)?.entity
  }

  /// Takes out objects.
  mutating func drop(_ ids: Set<UInt64>, found: String) {
    for id in ids.sorted() where live[id] != nil { lose(id, entity(of: id), found) }
  }

  private mutating func lose(_ id: UInt64, _ entity: EntityID?, _ found: String) {
    live[id] = nil
    stale.remove(id)
    guard lost.insert(id).inserted else { return }
    losses.append(
      RepairLoss(
        .object,
        object: ObjectID(rawValue: id),
        entity: entity.map { catalog.name(of: $0) },
        found: found
      )
    )
  }

  private mutating func judgeSchema() {
    guard let guide = salvage.guide, guide.schema != nil else { return }
    if let schema, schema.isAsCheckpointed || schema.version > guide.sequence { return }
    let found =
      schema.map { "the newest record of it is damaged; that of commit \($0.version) was taken" }
      ?? "it is damaged, and there is no older one"
    losses.append(RepairLoss(.catalog, found: found))
  }

  // MARK: Records

  /// Takes all records that can be understood.
  private mutating func sift() {
    for (id, record) in salvage.objects.sorted(by: { $0.value.offset < $1.value.offset }) {
      switch record.kind {
      case .put:
        guard let layout = catalog.layout(record.layout), catalog.entity(layout.entity) != nil else {
          let number = record.layout.rawValue
          lose(
            id,
            catalog.layout(record.layout)?.entity,
            "the definition of layout \(number) or its entity is lost"
          )
          continue
        }
        guard let (_, bytes) = salvage.read(record, of: id), Self.fits(bytes, layout) else {
          lose(id, layout.entity, "its record does not fit layout \(record.layout.rawValue)")
          continue
        }
        live[id] = record
      case .edge: live[id] = record
      default: break
      }
    }
  }

  private static func fits(_ bytes: [UInt8], _ layout: RecordLayout) -> Bool {
    bytes.withUnsafeBytes {
      RecordView(
        layout: layout,
        payload: UnsafeRawBufferPointer(rebasing: $0[FormatConstants.recordHeaderSize...])
      ) != nil
    }
  }

  private mutating func compareWithGuide() {
    guard let guide = salvage.guide else { return }
    var missing: [(UInt64, UInt16)] = []
    var older: [UInt64] = []
    guide.forEach { id, kind in
      highestID = max(highestID, id)
      guard let record = salvage.objects[id] else { return missing.append((id, kind)) }
      if record.version <= guide.sequence, !record.isAsCheckpointed { older.append(id) }
    }
    for (id, kind) in missing {
      if kind == IndexState.edgeKind {
        loseEdge(id)
      } else {
        lose(id, EntityID(rawValue: kind), "its record is damaged")
      }
    }
    for id in older {
      if live[id] != nil {
        noteOlder(id, nil)
      } else if !lost.contains(id) {
        lose(id, nil, "its record is damaged")
      }
    }
  }

  private mutating func loseEdge(_ id: UInt64) {
    lost.insert(id)
    live[id] = nil
    losses.append(
      RepairLoss(.reference, found: "record \(id), one target of a to-many relationship, is damaged")
    )
  }

  private mutating func noteOlder(_ id: UInt64, _ newest: SequenceNumber?) {
    guard let record = live[id], stale.insert(id).inserted else { return }
    let newer = newest.map { "those of commit \($0)" } ?? "newer ones"
    losses.append(
      RepairLoss(
        .olderVersion,
        object: ObjectID(rawValue: id),
        entity: entity(of: id).map { catalog.name(of: $0) },
        found: "its values of commit \(record.version) were taken, \(newer) are damaged"
      )
    )
  }

  // MARK: History

  /// What the history says of objects that the checkpoint does not tell of.
  private mutating func changes(_ idLimit: UInt64) -> [UInt64: Change] {
    var changes: [UInt64: Change] = [:]
    // No history of live objects speaks of more of them than the files have room for.
    var room = salvage.files.reduce(1 << 16) { $0 + $1.size / 16 }
    let guide = salvage.guide
    for (sequence, record) in salvage.history.sorted(by: { $0.key < $1.key }) {
      if let guide, guide.isWhole, sequence <= guide.sequence { continue }
      guard let (_, bytes) = salvage.read(record, of: sequence) else { continue }
      bytes.withUnsafeBytes { raw in
        let payload = UnsafeRawBufferPointer(rebasing: raw[FormatConstants.recordHeaderSize...])
        _ = try? HistoryPayload.forEachEntry(payload) { entry, _ throws(ByteReader.Failure) in
          guard entry.kind != .updated || changesRecord(entry.properties) else { return }
          guard room > 0, entry.first < idLimit else { return }
          let last = min(entry.last, idLimit - 1, entry.first + room - 1)
          room -= last - entry.first + 1
          for id in entry.first...last {
            if let guide, sequence <= guide.sequence {
              guard case .unknown = guide.place(of: id) else { continue }
            }
            changes[id] = Change(sequence: sequence, isDeletion: entry.kind == .deleted)
          }
        }
      }
    }
    if room == 0 {
      losses.append(
        RepairLoss(.history, found: "it names more objects than the files can hold; not all were looked at")
      )
    }
    return changes
  }

  /// Whether a change of properties wrote the object's own record: that of a to-many relationship alone does not.
  private func changesRecord(_ properties: [PropertyID]) -> Bool {
    properties.isEmpty || properties.contains { catalog.relationship($0)?.isToMany != true }
  }

  private mutating func compareWithHistory(_ changes: [UInt64: Change]) {
    var deleted: Set<UInt64> = []
    for (id, change) in changes.sorted(by: { $0.key < $1.key }) {
      highestID = max(highestID, id)
      guard change.sequence > salvage.objects[id]?.version ?? 0 else { continue }
      if change.isDeletion {
        live[id] = nil
        if lost.remove(id) != nil { deleted.insert(id) }
      } else if live[id] != nil {
        noteOlder(id, change.sequence)
      } else if !lost.contains(id) {
        lose(id, entity(ofHint: id), "what commit \(change.sequence) wrote of it is damaged")
      }
    }
    losses.removeAll { $0.object.map { deleted.contains($0.rawValue) } ?? false }
  }

  // MARK: Doubts

  private func entity(ofHint id: UInt64) -> EntityID? {
    salvage.hints[id].flatMap { catalog.layout($0.layout)?.entity }
  }

  /// Lists what only damaged records speak of.
  private mutating func addDoubts(_ idLimit: UInt64) {
    for (id, hint) in salvage.hints.sorted(by: { $0.key < $1.key }) where id < idLimit {
      if let guide = salvage.guide, hint.version <= guide.sequence {
        guard case .unknown = guide.place(of: id) else { continue }
      }
      guard hint.version <= salvage.highestSequence, hint.version > salvage.objects[id]?.version ?? 0,
        !lost.contains(id), !stale.contains(id), hint.isEdge || catalog.layout(hint.layout) != nil
      else { continue }
      let what = live[id] == nil ? "" : "; its values of commit \(live[id]?.version ?? 0) were taken"
      losses.append(
        RepairLoss(
          .doubtful,
          object: ObjectID(rawValue: id),
          entity: entity(ofHint: id).map { catalog.name(of: $0) },
          found: "a damaged record seems to be of it, by commit \(hint.version)\(what)"
        )
      )
      if live[id] == nil { lost.insert(id) } else { stale.insert(id) }
    }
  }
}
