/// Writes what is live of a damaged store to a new one: records verbatim, but for references to what is lost.
final class RepairWriter {
  /// Objects that cannot live in one store, since values of both are unique.
  struct Clash: Error {
    var pairs: [(ObjectID, ObjectID)]
  }

  /// What the new store takes over.
  struct Frame {
    var origin: StoreAssembler.Origin
    var idLimit: UInt64
    /// nil if no history is kept.
    var historyFloor: SequenceNumber?
    /// Whether objects with the same unique values are left as they are.
    var toleratesClashes: Bool
  }

  private let salvage: Salvage
  private let verdict: SalvageVerdict
  private let frame: Frame
  private let io: any StorageIO
  private let source: StorePaths
  private var catalog: Catalog { verdict.catalog }
  private let content: FrameContent
  private var assembler: StoreAssembler?
  private var writer: RecordWriter
  private var named: Set<BlobID> = []
  private var external: [(BlobReference, BlobPlace)] = []
  private(set) var losses: [RepairLoss] = []
  private(set) var objects = 0
  private(set) var edges = 0
  private(set) var blobs = 0

  init(
    _ salvage: Salvage,
    _ verdict: SalvageVerdict,
    _ frame: Frame,
    io: any StorageIO,
    source: StorePaths
  ) {
    self.salvage = salvage
    self.verdict = verdict
    self.frame = frame
    self.io = io
    self.source = source
    content = FrameContent(hashSeed: salvage.hashSeed)
    writer = RecordWriter(
      layout: RecordLayout(id: LayoutID(rawValue: 0), entity: EntityID(rawValue: 0), fields: [])
    )
  }

  /// Writes the store.
  ///
  /// - Throws: `Clash`; `StoreError` and `StorageIOError` as for a backup.
  func fill(_ paths: StorePaths) throws {
    let assembler = try StoreAssembler(frame.origin, io: io, paths: paths)
    self.assembler = assembler
    content.reset(sequence: frame.origin.sequence)
    try writeCatalog()
    for id in verdict.live.keys.sorted() {
      guard let record = verdict.live[id] else { continue }
      if record.kind == .put { try writeObject(id, record) } else { try writeEdge(id, record) }
    }
    if frame.historyFloor != nil { try writeHistory() }
    try flush(atLeast: 1)
    try copyBlobs(to: paths)
    try copyKeys(to: paths)
    let floor = frame.historyFloor ?? frame.origin.sequence
    try assembler.finish(idLimit: frame.idLimit, historyFloor: floor) { state throws(StoreError) in
      self.examine(state)
    }
    if !clashes.isEmpty, !frame.toleratesClashes { throw Clash(pairs: clashes) }
  }

  private var clashes: [(ObjectID, ObjectID)] = []

  /// Looks at the new store as a check does: what contradicts itself there did so before.
  private func examine(_ state: IndexState) {
    let report = SnapshotCheck.run(state, idLimit: frame.idLimit)
    clashes = report.clashes
    for finding in report.findings where finding.severity == .corruption {
      losses.append(
        RepairLoss(
          .contradiction,
          object: finding.objects.first,
          entity: finding.objects.first.flatMap { verdict.entity(of: $0.rawValue) }.map {
            catalog.name(of: $0)
          },
          other: finding.objects.dropFirst().first,
          found: finding.found
        )
      )
    }
    if report.omitted > 0 {
      losses.append(RepairLoss(.contradiction, found: "\(report.omitted) more contradictions"))
    }
  }

  // MARK: Records

  private func flush(atLeast size: Int = FormatConstants.compactionFrame) throws(StoreError) {
    guard content.size >= size else { return }
    try assembler?.append(content)
    content.reset(sequence: frame.origin.sequence)
  }

  private func append(_ header: RecordHeader, _ payload: UnsafeRawBufferPointer) throws(StoreError) {
    var header = header
    header.version = max(1, min(header.version, frame.origin.sequence))
    content.append(header, payload)
    try flush()
  }

  private func withRecord(
    _ record: SalvagedRecord,
    of address: UInt64,
    _ body: (RecordHeader, UnsafeRawBufferPointer) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let (header, bytes) = salvage.read(record, of: address) else {
      throw StoreError(
        .inputOutput,
        tried: "copy record \(address)",
        path: salvage.files[Int(record.file)].path,
        offset: record.offset,
        found: "it could be read before, and cannot any more",
        remedy: "Copy the store to a sound device, and repair the copy; nothing was written."
      )
    }
    try bytes.withRawBytes { raw throws(StoreError) in
      try body(header, UnsafeRawBufferPointer(rebasing: raw[FormatConstants.recordHeaderSize...]))
    }
  }

  private func writeCatalog() throws(StoreError) {
    if let schema = verdict.schema {
      // Layouts may have properties that an older schema does not know: their numbers are not given again.
      let used = catalog.layouts.flatMap { $0.fields.map(\.property.rawValue) }.max() ?? 0
      try withRecord(schema, of: 0) { header, payload throws(StoreError) in
        guard used >= catalog.nextProperty, used < .max else { return try append(header, payload) }
        let bytes = CatalogCoding.encode(entities: catalog.entities, nextProperty: used + 1)
        try bytes.withRawBytes { raw throws(StoreError) in
          try append(RecordHeader(header, with: raw, hashSeed: salvage.hashSeed), raw)
        }
      }
    }
    for (number, found) in salvage.layouts.sorted(by: { $0.key < $1.key }) {
      try withRecord(found.record, of: UInt64(number), append)
    }
  }

  private func writeHistory() throws(StoreError) {
    for (number, record) in salvage.history.sorted(by: { $0.key < $1.key })
    where number > frame.historyFloor ?? .max {
      try withRecord(record, of: number, append)
    }
  }

  // MARK: Objects

  private func writeObject(_ id: UInt64, _ record: SalvagedRecord) throws(StoreError) {
    guard let layout = catalog.layout(record.layout) else { return }
    try withRecord(record, of: id) { header, payload throws(StoreError) in
      guard let view = RecordView(layout: layout, payload: payload) else { return }
      objects += 1
      let cleared = try fieldsToClear(ObjectID(rawValue: id), view)
      guard !cleared.isEmpty else { return try append(header, payload) }
      writer.begin(layout)
      for field in layout.fields.indices {
        if cleared.contains(field) { writer.appendNull() } else { writer.append(copying: field, of: view) }
      }
      let mended = writer.finish()
      try append(RecordHeader(header, with: mended, hashSeed: salvage.hashSeed), mended)
    }
  }

  private func fieldsToClear(_ id: ObjectID, _ view: RecordView) throws(StoreError) -> Set<Int> {
    var cleared: Set<Int> = []
    let layout = view.layout
    for (index, field) in layout.fields.enumerated() where view.isPresent(index) {
      switch field.kind {
      case .reference:
        guard let relationship = catalog.relationship(field.property) else { continue }
        let target = view.reference(index)
        guard let found = try problem(of: target, relationship, owner: id) else { continue }
        cleared.insert(index)
        if let place = layout.orderKeyIndex(of: field.property) { cleared.insert(place) }
        cut(id, layout.entity, relationship, target, found)
      case .external:
        guard let reference = view.blob(index) else { continue }
        let place = BlobPlace(catalog, layout.entity, id, field.property)
        if named.insert(reference.id).inserted {
          external.append((reference, place))
        } else {
          cleared.insert(index)
          lose(place, "its blob belongs to another object; the value was taken out")
        }
      default: break
      }
    }
    return cleared
  }

  private func cut(
    _ owner: ObjectID,
    _ entity: EntityID?,
    _ relationship: RelationshipDefinition,
    _ target: ObjectID,
    _ found: String
  ) {
    losses.append(
      RepairLoss(
        .reference,
        object: owner,
        entity: entity.map { catalog.name(of: $0) },
        property: relationship.name,
        other: target,
        found: found
      )
    )
  }

  /// Why a reference cannot stay, in words; nil if it can.
  private func problem(
    of target: ObjectID,
    _ relationship: RelationshipDefinition,
    owner: ObjectID
  ) throws(StoreError) -> String? {
    let inverse = relationship.inverse.flatMap { catalog.relationship($0) }
    guard let entity = verdict.entity(of: target.rawValue) else {
      let mayDangle = relationship.deleteRule == .noAction || inverse?.deleteRule == .noAction
      if mayDangle, !target.isNone, !verdict.lost.contains(target.rawValue) { return nil }
      return "the target is not there"
    }
    guard catalog.isKind(entity, of: relationship.destination) else {
      return "the target is a \(catalog.name(of: entity))"
    }
    guard let inverse, !inverse.isToMany, !relationship.isToMany,
      let record = verdict.live[target.rawValue], let layout = catalog.layout(record.layout)
    else { return nil }
    var back = ObjectID.none
    try withRecord(record, of: target.rawValue) { _, payload throws(StoreError) in
      guard let view = RecordView(layout: layout, payload: payload),
        let field = layout.fieldIndex(of: inverse.id), layout.fields[field].kind == .reference,
        view.isPresent(field)
      else { return }
      back = view.reference(field)
    }
    return back == owner ? nil : "the target does not lead back"
  }

  // MARK: Edges

  private func writeEdge(_ id: UInt64, _ record: SalvagedRecord) throws(StoreError) {
    try withRecord(record, of: id) { header, payload throws(StoreError) in
      guard let edge = EdgePayload(decoding: payload),
        let relationship = catalog.relationship(edge.relationship), relationship.isToMany,
        case .edges = catalog.storage(of: relationship), let holder = catalog.owner(of: edge.relationship)
      else {
        losses.append(
          RepairLoss(.reference, found: "record \(id) is of no to-many relationship of the schema")
        )
        return
      }
      let owner = verdict.entity(of: edge.owner.rawValue)
      guard let owner, catalog.isKind(owner, of: holder) else {
        return cut(edge.owner, owner ?? holder, relationship, edge.target, "the owner is not there")
      }
      if let found = try problem(of: edge.target, relationship, owner: edge.owner) {
        return cut(edge.owner, owner, relationship, edge.target, found)
      }
      edges += 1
      try append(header, payload)
    }
  }

  // MARK: Files beside the records

  private func lose(_ place: BlobPlace, _ found: String, path: String? = nil) {
    losses.append(
      RepairLoss(
        .blob,
        object: place.object,
        entity: place.entity,
        property: place.attribute,
        path: path,
        found: found
      )
    )
  }

  private func copyBlobs(to paths: StorePaths) throws(StoreError) {
    let files = BlobFiles(io: io, paths: source, store: frame.origin.storeID)
    let copy = BlobCopy(io: io, paths: paths)
    for (reference, place) in external {
      let reader: BlobReader
      do throws(StoreError) {
        reader = try files.open(reference, of: place)
      } catch {
        lose(place, "\(error.found); the object goes on to name it", path: error.path)
        continue
      }
      do throws(StoreError) {
        try reader.verify()
      } catch {
        lose(place, "\(error.found); the file was copied as it is", path: error.path)
        try copy.copyUnverified(reader)
        continue
      }
      try copy.copy(reader)
    }
    try copy.finish()
    blobs = copy.count
  }

  private func copyKeys(to paths: StorePaths) throws(StoreError) {
    let present = KeyringFile(io: io, paths: source, store: frame.origin.storeID)
    let copies = try present.copies()
    for case .success(let keyring) in copies {
      return try KeyringFile(io: io, paths: paths, store: frame.origin.storeID).write(keyring)
    }
    let found: String
    if let first = copies.first {
      guard case .failure(let damage) = first else { return }
      found = "\(damage.found); the file was not copied, and no sealed value can be read without it"
    } else {
      guard catalog.hasSealedLayouts else { return }
      found = "the file is missing: no sealed value can be read without it"
    }
    losses.append(RepairLoss(.keys, path: source.keys, found: found))
  }
}
