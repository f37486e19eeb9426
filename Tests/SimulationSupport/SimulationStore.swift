package import LogStore
package import LogStoreTesting

/// An open store with the schema of the simulation: boxes with items, links and peers.
package struct SimulationStore: Sendable {
  package static let path = "/sim.store"
  static let checkpoints = path + "/ckpt"

  /// Images of that many bytes and more are in files of their own.
  package static let blobThreshold = 64

  static var description: SchemaDescription {
    SchemaDescription(entities: entities)
  }

  private static let entities: [SchemaDescription.Entity] = [
    .init(
      name: "Box",
      attributes: [.init(name: "label", kind: .string, typeName: "String")],
      relationships: [
        .init(
          name: "items",
          destination: "Item",
          inverse: "box",
          deleteRule: .cascade,
          flags: [.toMany, .ordered]
        ),
        .init(name: "links", destination: "Item", flags: [.toMany, .ordered]),
      ],
      uniqueness: [["label"]]
    ),
    .init(
      name: "Item",
      attributes: [
        .init(name: "body", kind: .string, typeName: "String"),
        .init(name: "image", kind: .data, typeName: "Data", flags: [.external, .optional]),
      ],
      relationships: [
        .init(name: "box", destination: "Box", inverse: "items", flags: .optional),
        .init(name: "peer", destination: "Item", flags: .optional),
      ]
    ),
  ]

  package let store: Store
  private let schema: AdoptedSchema
  private let box: EntityID
  private let item: EntityID

  /// Opens the store of a disk, or creates it.
  package init(_ disk: SimulatedDisk, options: StoreOptions) throws {
    try self.init(at: Self.path, options: options, io: disk.storage)
  }

  /// Opens a store, or creates it.
  package init(at path: String, options: StoreOptions, io: any StorageIO) throws {
    store = try Store.open(at: path, options: options, io: io)
    schema = try store.adopt(Self.description)
    box = schema.entity(named: "Box") ?? EntityID(rawValue: 0)
    item = schema.entity(named: "Item") ?? EntityID(rawValue: 0)
  }

  private func property(_ entity: EntityID, _ name: String) -> PropertyID {
    schema.catalog.attribute(named: name, of: entity)?.id
      ?? schema.catalog.relationship(named: name, of: entity)?.id ?? PropertyID(rawValue: 0)
  }

  // MARK: Writing

  private func layout(_ name: String) throws -> RecordLayout {
    guard let layout = schema.layout(for: name) else { throw SimulationError("no layout for \(name)") }
    return layout
  }

  private func record(
    _ layout: RecordLayout,
    _ values: [String: StoredValue]
  ) -> RecordWriter {
    var writer = RecordWriter(layout: layout)
    for field in layout.fields {
      let value = values[schema.catalog.name(of: field.property)]
      if field.kind != .orderKey, let value { _ = writer.append(value) } else { writer.appendNull() }
    }
    return writer
  }

  /// What becomes of the image of an item.
  package enum Image: Sendable {
    /// It stays as it is in the store.
    case kept
    /// It has these bytes from now on; nil for none.
    case replaced([UInt8]?)
  }

  /// The bytes of the field for an image; large ones are written to a file, which is attached.
  private func field(_ image: Image, of id: ObjectID, in batch: inout WriteBatch) throws -> StoredValue {
    switch image {
    case .kept:
      return try store.snapshot().withRecord(id) { view, _ throws(StoreError) in
        Self.index("image", view, store.catalog).map { view.value($0) } ?? .null
      } ?? .null
    case .replaced(nil): return .null
    case .replaced(let bytes?):
      let layout = RecordLayout(
        id: LayoutID(rawValue: 0),
        entity: item,
        fields: [.init(property: property(item, "image"), kind: .external)]
      )
      var writer = RecordWriter(layout: layout)
      if bytes.count < Self.blobThreshold {
        bytes.withUnsafeBytes { writer.append(inline: $0) }
      } else {
        let blob = try bytes.withUnsafeBytes { try store.writeBlob($0) }
        batch.attach(blob)
        writer.append(blob: blob.reference)
      }
      return RecordView(trusted: writer.finish(), layout: layout).value(0)
    }
  }

  private func reference(_ id: UInt64?) -> StoredValue {
    id.map { .reference(ObjectID(rawValue: $0)) } ?? .null
  }

  /// Adds a box, or a new label of one.
  package func put(box id: UInt64, label: String, isNew: Bool, in batch: inout WriteBatch) throws {
    let layout = try layout("Box")
    var writer = record(layout, ["label": .string(label)])
    let object = ObjectID(rawValue: id)
    if isNew {
      batch.insert(object, layout: layout, payload: writer.finish())
    } else {
      batch.update(
        object,
        layout: layout,
        payload: writer.finish(),
        changed: [property(box, "label")],
        baseVersion: 0
      )
    }
  }

  /// Adds an item, or new values of one.
  package func put(
    item id: UInt64,
    body: String,
    box owner: UInt64?,
    peer: UInt64?,
    image: Image = .replaced(nil),
    isNew: Bool,
    in batch: inout WriteBatch
  ) throws {
    let layout = try layout("Item")
    let object = ObjectID(rawValue: id)
    let values: [String: StoredValue] = [
      "body": .string(body), "box": reference(owner), "peer": reference(peer),
      "image": try field(image, of: object, in: &batch),
    ]
    var writer = record(layout, values)
    if isNew {
      batch.insert(object, layout: layout, payload: writer.finish())
    } else {
      let changed = Set(["body", "box", "peer", "image"].map { property(item, $0) })
      batch.update(object, layout: layout, payload: writer.finish(), changed: changed, baseVersion: 0)
    }
  }

  /// Replaces the links of a box.
  package func setLinks(of id: UInt64, to targets: [UInt64], in batch: inout WriteBatch) {
    batch.setMembers(
      of: ObjectID(rawValue: id),
      property(box, "links"),
      to: targets.map { ObjectID(rawValue: $0) }
    )
  }

  // MARK: Reading

  /// The digest of the newest version, through the indexes and every record.
  package func digest() throws(StoreError) -> UInt64 {
    try Self.digest(of: store.snapshot())
  }

  /// The digest of a version; that of nothing if it has no schema yet.
  static func digest(of snapshot: Snapshot) throws(StoreError) -> UInt64 {
    var digest = ContentDigest()
    try visit(snapshot) { object in
      switch object {
      case .box(let id, let box): digest.add(box: id, label: box.label, items: box.items, links: box.links)
      case .item(let id, let item): digest.add(item: id, item)
      }
    }
    return digest.value
  }

  /// A box or an item.
  enum Object {
    case box(UInt64, SimulationModel.Box)
    case item(UInt64, SimulationModel.Item)
  }

  /// Reads every object of a version.
  static func visit(_ snapshot: Snapshot, _ body: (Object) -> Void) throws(StoreError) {
    let catalog = snapshot.catalog
    for entity in catalog.entities {
      let items = catalog.relationship(named: "items", of: entity.id)?.id
      let links = catalog.relationship(named: "links", of: entity.id)?.id
      try snapshot.forEachObject(of: entity.id) { id throws(StoreError) in
        let found: Void? = try snapshot.withRecord(id) { view, _ throws(StoreError) in
          if let items, let links {
            let box = SimulationModel.Box(
              label: text("label", view, catalog),
              items: snapshot.members(of: id, items).map(\.rawValue),
              links: snapshot.members(of: id, links).map(\.rawValue)
            )
            body(.box(id.rawValue, box))
          } else {
            let item = SimulationModel.Item(
              body: text("body", view, catalog),
              box: target("box", view, catalog),
              peer: target("peer", view, catalog),
              image: try image(view, id, snapshot)
            )
            body(.item(id.rawValue, item))
          }
        }
        return found != nil
      }
    }
  }

  private static func index(_ name: String, _ view: RecordView, _ catalog: Catalog) -> Int? {
    view.layout.fields.indices.first {
      view.layout.fields[$0].kind != .orderKey && catalog.name(of: view.layout.fields[$0].property) == name
    }
  }

  private static func text(_ name: String, _ view: RecordView, _ catalog: Catalog) -> UInt64 {
    guard let index = index(name, view, catalog), case .string(let text) = view.value(index) else { return 0 }
    return ContentDigest.text(text)
  }

  private static func image(
    _ view: RecordView,
    _ id: ObjectID,
    _ snapshot: Snapshot
  ) throws(StoreError) -> UInt64? {
    guard let index = index("image", view, snapshot.catalog) else { return nil }
    return try snapshot.externalBytes(index, of: view, id).map { ContentDigest.bytes($0) }
  }

  private static func target(_ name: String, _ view: RecordView, _ catalog: Catalog) -> UInt64? {
    guard let index = index(name, view, catalog), case .reference(let id) = view.value(index) else {
      return nil
    }
    return id.rawValue
  }
}
