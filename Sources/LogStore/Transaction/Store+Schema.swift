extension Store {
  /// Gives a program's schema the numbers of this store: new ones in a new store, those it has otherwise.
  ///
  /// Entities that the store does not have yet are added; those that the program does not declare are kept and
  /// left alone. What both know must be the same, but for the indexes: those declared now are made from the
  /// objects that are there, others are dropped. A store that is opened for reading keeps those it has, and the
  /// entities that it lacks are added in memory alone: there are no objects of them.
  ///
  /// - Throws: `schemaMismatch` listing each property that differs (nothing is written), `invalidSchema` for a
  ///   schema that contradicts itself.
  @discardableResult
  public func adopt(_ schema: SchemaDescription) throws(StoreError) -> AdoptedSchema {
    if let matching = try matching(schema, catalog), !matching.isChanged {
      try checkKeys(schema, matching.adopted)
      return matching.adopted
    }
    if isReadOnly { return try adoptInMemory(schema) }
    return try withWriter("add the schema to the store") { writer throws(StoreError) in
      try writer.log.prepareToWrite()
      let base = snapshot().state
      let (adopted, layouts, isChanged) = try extending(base.catalog, with: schema)
      guard isChanged else { return adopted }
      if layouts.contains(where: \.isSealed) {
        try sealing.prepare(isFirst: !base.catalog.hasSealedLayouts)
      }
      try checkKeys(schema, adopted)
      var state = base
      let newIndexes = state.adopt(adopted.catalog)
      try state.fill(newIndexes)
      let time = io.now()
      let content = writer.content
      content.reset(sequence: writer.log.nextSequence)
      try content.append(
        .schema,
        object: 0,
        payload: CatalogCoding.encode(
          entities: adopted.catalog.entities,
          nextProperty: adopted.catalog.nextProperty
        )
      )
      for layout in layouts {
        try content.append(.layout, object: UInt64(layout.id.rawValue), payload: CatalogCoding.encode(layout))
      }
      try content.append(
        .history,
        object: content.sequence,
        payload: HistoryPayload.encode(time: time, author: "", changes: [])
      )
      let changes = CommittedChanges(sequence: content.sequence, time: time, author: "", changes: [])
      try write(content, changes, &writer) { segment, payloadOffset throws(StoreError) in
        state.sequence = content.sequence
        state.segments.insert(segment)
        for entry in content.entries {
          let location = Location(
            segment: segment.id,
            offset: payloadOffset + UInt64(entry.offset),
            size: entry.size
          )
          switch entry.kind {
          case .schema:
            if state.catalogLocations.isEmpty { state.catalogLocations = [location.word] }
            state.catalogLocations[0] = location.word
          case .layout: state.catalogLocations.append(location.word)
          case .history: state.placeHistory(content.sequence, at: location)
          default: break
          }
        }
        return state
      }
      return adopted
    }
  }

  /// Throws if the program declares sealed attributes and their values could be neither written nor read.
  private func checkKeys(_ schema: SchemaDescription, _ adopted: AdoptedSchema) throws(StoreError) {
    let isSealed = schema.entities.contains { entity in
      adopted.layout(for: entity.name).map { adopted.catalog.sealedLayout(of: $0) != nil } ?? false
    }
    if isSealed { _ = try sealing.keys() }
  }

  /// Throws if a value that may be in a file of its own would be part of an index.
  private func refuseIndexes(over fields: [RecordLayout.Field], _ catalog: Catalog) throws(StoreError) {
    for field in fields where field.kind == .external {
      let sets = catalog.entities.flatMap { $0.uniqueness + $0.indexes }
      guard sets.contains(where: { $0.contains(field.property) }) else { continue }
      throw StoreError(
        .invalidSchema,
        tried: "adopt the schema",
        path: path,
        found: "\(catalog.name(of: field.property)) is external, so it can be neither unique nor indexed",
        remedy: "Keep a digest of the value in an attribute of its own, and index that."
      )
    }
  }

  /// Throws if an entity has sealed values and the program wants clear ones, or the other way round.
  private func refuseOtherEncryption(
    _ entity: String,
    isNew: Bool,
    isSealed: Bool
  ) throws(StoreError) {
    guard !isNew, isSealed == (options.encryption == .disabled) else { return }
    throw StoreError(
      .schemaMismatch,
      tried: "open the store with this schema",
      path: path,
      found: isSealed
        ? "\(entity) has sealed values, and encryption is disabled in the configuration"
        : "\(entity) was stored with encryption disabled, so that its values are in clear text",
      remedy: isSealed
        ? "Open the store with its key."
        : "Disable encryption in the configuration, or move the objects to a new store.",
      differences: [
        isSealed
          ? "\(entity): stored with sealed values, declared with encryption disabled"
          : "\(entity): stored with encryption disabled, declared with sealed values"
      ]
    )
  }

  /// Adds what a store that is opened for reading lacks to the version in memory.
  private func adoptInMemory(_ schema: SchemaDescription) throws(StoreError) -> AdoptedSchema {
    try follower.withLock { follower throws(StoreError) in
      let present = snapshot().state
      let (adopted, _, isChanged) = try extending(present.catalog, with: schema)
      if isChanged {
        var state = present
        _ = state.adopt(adopted.catalog)
        if follower?.unextended == nil { follower?.unextended = present }
        follower?.additions.append(Follower.Addition(schema: schema, adopted: adopted))
        publish(state)
      }
      return adopted
    }
  }

  /// Adds to a version that was read anew what it still lacks.
  ///
  /// - Returns: The schemas of which it lacks something.
  /// - Throws: `schemaMismatch` if something got other numbers than a program in this process knows.
  func addInMemory(
    _ additions: [Follower.Addition],
    to state: inout IndexState
  ) throws(StoreError) -> [Follower.Addition] {
    var missing: [Follower.Addition] = []
    for addition in additions {
      let (adopted, _, isChanged) = try extending(state.catalog, with: addition.schema)
      guard adopted.numbers == addition.adopted.numbers else {
        throw StoreError(
          .schemaMismatch,
          tried: "read what is new in the store",
          path: path,
          found: "another program has given it a schema meanwhile",
          remedy: "Close the store and open it again."
        )
      }
      guard isChanged else { continue }
      _ = state.adopt(adopted.catalog)
      missing.append(addition)
    }
    return missing
  }

  /// The schema over a catalog with all added that is missing.
  private func extending(
    _ catalog: Catalog,
    with schema: SchemaDescription
  ) throws(StoreError) -> (adopted: AdoptedSchema, newLayouts: [RecordLayout], isChanged: Bool) {
    if let matching = try matching(schema, catalog, building: true) { return matching }
    throw StoreError(
      .invalidSchema,
      tried: "adopt the schema",
      path: path,
      found: "entities without numbers",
      remedy: "Correct the declaration of the models."
    )
  }

  /// The schema over a catalog, if nothing (or, when building, only whole entities and layouts) is missing, and
  /// whether that catalog has to be written.
  private func matching(
    _ schema: SchemaDescription,
    _ catalog: Catalog,
    building: Bool = false
  ) throws(StoreError) -> (adopted: AdoptedSchema, newLayouts: [RecordLayout], isChanged: Bool)? {
    let comparison = SchemaComparison(catalog, schema)
    guard comparison.differences.isEmpty else {
      throw StoreError(
        .schemaMismatch,
        tried: "open the store with this schema",
        path: path,
        found: "it was written with another one:",
        remedy:
          "Declare the properties as they are stored, or move the objects to a new store. Nothing was changed.",
        differences: comparison.differences
      )
    }
    var builder = CatalogBuilder(catalog)
    let missing = schema.entities.filter { catalog.entity(named: $0.name) == nil }
    guard building || missing.isEmpty else { return nil }
    try builder.add(missing, of: schema)
    let hasOtherIndexes = isReadOnly ? false : try builder.setIndexes(schema)
    let numbered = builder.catalog
    let orders = Dictionary(schema.entities.map { ($0.name, $0.order) }) { $1 }
    var layouts: [String: RecordLayout] = [:]
    for entity in schema.entities {
      guard let definition = numbered.entity(named: entity.name) else { return nil }
      var order: [String] = []
      for ancestor in numbered.lineage(of: definition.id) {
        let own =
          orders[ancestor.name] ?? (ancestor.attributes.map(\.name) + ancestor.relationships.map(\.name))
        order += own.filter { !order.contains($0) }
      }
      let fields = numbered.fields(of: definition.id, order: order, external: schema.usesExternalForm)
      try refuseIndexes(over: fields, numbered)
      let isNew = !catalog.layouts.contains { $0.entity == definition.id }
      layouts[entity.name] = try builder.layout(definition.id, fields)
      guard let sealedFields = numbered.sealedFields(fields) else { continue }
      let isSealed = catalog.layouts.contains { $0.entity == definition.id && $0.isSealed }
      if isNew ? options.encryption != .disabled : isSealed {
        _ = try builder.layout(definition.id, sealedFields)
      }
      try refuseOtherEncryption(entity.name, isNew: isNew, isSealed: isSealed)
    }
    guard building || builder.newLayouts.isEmpty else { return nil }
    let isChanged = !missing.isEmpty || hasOtherIndexes || !builder.newLayouts.isEmpty
    return (AdoptedSchema(catalog: builder.catalog, layouts: layouts), builder.newLayouts, isChanged)
  }
}
