import LogStore

/// Values in files of their own (`.externalStorage`).
///
/// Slots of objects hold such a value only from its assignment to the save: what a record names by a file is read
/// when the program asks for it, and an empty slot means that the stored value stays.
extension ModelContext {
  // MARK: Reading

  /// A record with the values that it holds itself in plain form; the others are noted as unread for the decoder.
  func plain(
    _ view: RecordView,
    _ entity: EntityDescriptor,
    _ object: any PersistentModel,
    _ keep: UInt64
  ) -> RecordView {
    let layout = plainLayout(of: view.layout, entity)
    if let extra = object._$header._extra {
      for external in entity.externals where keep & _RecordDecoder.bit(of: external.index) == 0 {
        extra.externalValues[external.index] = nil
        extra.pendingBlobs[external.index] = nil
      }
    }
    guard layout !== view.layout else { return view }
    recasts.reading.begin(layout)
    for (field, definition) in view.layout.fields.enumerated() {
      guard definition.kind == .external, view.isPresent(field) else {
        recasts.reading.copy(field, of: view)
        continue
      }
      if case .inline(let bytes)? = view.external(field) {
        recasts.reading.append(bytes: bytes)
        continue
      }
      recasts.reading.appendNull()
      guard let index = entity.property(definition.property)?.index,
        keep & _RecordDecoder.bit(of: index) == 0
      else { continue }
      decoder.pointee.unread.append(index)
    }
    return RecordView(trusted: recasts.reading.finish(), layout: layout)
  }

  private func plainLayout(of layout: RecordLayout, _ entity: EntityDescriptor) -> RecordLayout {
    if layout.id == entity.layout.id { return entity.plainLayout }
    if let known = plainLayouts[layout.id] { return known }
    let plain = EntityDescriptor.plain(layout, entity.properties)
    plainLayouts[layout.id] = plain
    return plain
  }

  // MARK: Writing

  /// A record in plain form as records are stored, with all values in it but those that were not read, which stay
  /// as they are. Valid until the next one.
  func stored(
    _ plain: UnsafeRawBufferPointer,
    _ object: any PersistentModel,
    _ entity: EntityDescriptor,
    _ unread: [Int]
  ) throws -> UnsafeRawBufferPointer {
    let view = RecordView(trusted: plain, layout: entity.plainLayout)
    let snapshot = store.snapshot()
    recasts.storing.begin(entity.layout)
    var next = entity.externals[...]
    for field in entity.layout.fields.indices {
      guard let external = next.first, external.field == field else {
        recasts.storing.copy(field, of: view)
        continue
      }
      next.removeFirst()
      if unread.contains(external.index) {
        try appendStored(external, object, entity, snapshot, to: &recasts.storing)
      } else if view.isPresent(field) {
        recasts.storing.append(inline: view.bytes(field))
      } else {
        recasts.storing.appendNull()
      }
    }
    return recasts.storing.finish()
  }

  /// Brings large values of a record into files of their own, which the batch takes, and leaves those that did
  /// not change as they are stored. Valid until the next one.
  ///
  /// - Parameter changed: The properties that change; nil for all.
  func moveOut(
    _ payload: UnsafeRawBufferPointer,
    _ object: any PersistentModel,
    _ entity: EntityDescriptor,
    _ changed: Set<PropertyID>?,
    _ snapshot: Snapshot,
    _ batch: inout WriteBatch
  ) throws -> UnsafeRawBufferPointer {
    let view = RecordView(trusted: payload, layout: entity.layout)
    recasts.moving.begin(entity.layout)
    var next = entity.externals[...]
    for field in entity.layout.fields.indices {
      guard let external = next.first, external.field == field else {
        recasts.moving.copy(field, of: view)
        continue
      }
      next.removeFirst()
      guard changed?.contains(entity.properties[external.index].id) != false else {
        try appendStored(external, object, entity, snapshot, to: &recasts.moving)
        continue
      }
      switch view.external(field) {
      case .inline(let bytes)? where bytes.count >= store.blobThreshold:
        let blob: PendingBlob
        do { blob = try store.writeBlob(bytes) } catch { throw ObjectGraphError(error) }
        batch.attach(blob)
        recasts.moving.append(blob: blob.reference)
      case .blob?:
        if let blob = object._$header._extra?.pendingBlobs[external.index] { batch.attach(blob) }
        recasts.moving.copy(field, of: view)
      default: recasts.moving.copy(field, of: view)
      }
    }
    return recasts.moving.finish()
  }

  /// Fills the next field with the value that is pending in a file, or that the store has.
  private func appendStored(
    _ external: ExternalProperty,
    _ object: any PersistentModel,
    _ entity: EntityDescriptor,
    _ snapshot: Snapshot,
    to writer: inout RecordWriter
  ) throws {
    if let blob = object._$header._extra?.pendingBlobs[external.index] {
      return writer.append(blob: blob.reference)
    }
    let property = entity.properties[external.index].id
    var bytes: [UInt8]?
    var isExternal = false
    do throws(StoreError) {
      _ = try snapshot.withClearRecord(ObjectID(rawValue: object._$header._id)) { record throws(StoreError) in
        let view = record.view
        guard let field = view.layout.fieldIndex(of: property), view.isPresent(field) else { return }
        isExternal = view.layout.fields[field].kind == .external
        bytes = Array(view.bytes(field))
      }
    } catch {
      throw ObjectGraphError(error)
    }
    guard let bytes else { return writer.appendNull() }
    bytes.withUnsafeBytes { if isExternal { writer.append(bytes: $0) } else { writer.append(inline: $0) } }
  }

  /// Whether an external field of a new record holds the value that a stored record has. A stored value that cannot be
  /// read is another one.
  static func isEqualExternal(
    _ new: RecordView,
    _ field: Int,
    _ old: RecordView,
    _ other: Int,
    _ snapshot: Snapshot
  ) -> Bool {
    let isPresent = other >= 0 && old.isPresent(other)
    guard new.isPresent(field) == isPresent else { return false }
    guard isPresent else { return true }
    let stored: ExternalValue? =
      old.layout.fields[other].kind == .external ? old.external(other) : .inline(old.bytes(other))
    switch (new.external(field), stored) {
    case (.inline(let new)?, .inline(let old)?): return new.elementsEqual(old)
    case (.blob(let new)?, .blob(let old)?): return new == old
    case (.inline(let new)?, .blob(let old)?):
      return old.length == UInt64(new.count) && isEqual(new, old, snapshot)
    default: return false
    }
  }

  private static func isEqual(
    _ value: UnsafeRawBufferPointer,
    _ blob: BlobReference,
    _ snapshot: Snapshot
  ) -> Bool {
    var compared = 0
    var isEqual = true
    do throws(StoreError) {
      try snapshot.openBlob(blob).forEachPart(of: 0..<blob.length) { part throws(StoreError) in
        isEqual = part.elementsEqual(value[compared..<compared + part.count])
        compared += part.count
        return isEqual
      }
    } catch {
      return false
    }
    return isEqual
  }

  // MARK: Letting go

  /// Lets go of the values of a saved object that are in files now: they are read again when they are asked for.
  func dropExternalValues(_ object: any PersistentModel, _ snapshot: Snapshot) {
    let header = object._$header
    guard let entity = header.entity?.takeUnretainedValue(), !entity.externals.isEmpty else { return }
    let keep = entity.externals.reduce(UInt64.max) { $0 & ~_RecordDecoder.bit(of: $1.index) }
    // The commit is durable: an object that cannot be read now keeps its values.
    _ = try? snapshot.withClearRecord(ObjectID(rawValue: header._id)) { record throws(StoreError) in
      decode(object, entity, record.view, keep: keep)
    }
  }

  /// Empties the slot of an attribute whose value the program has written to a file.
  func markUnread(_ object: any PersistentModel, _ index: Int) {
    decoder.pointee.unread = [index]
    var record = _RecordDecoder(core: decoder, keep: .max)
    object._$decode(from: &record)
    decoder.pointee.unread = []
  }
}
