import LogStore

/// Reads values of attributes that are in files of their own.
struct ExternalLoader {
  let store: Store
  let entity: EntityDescriptor

  /// The value of an attribute whose slot is empty; nil, with `loadFailure` of the object, if it cannot be read.
  /// Once read it stays in memory until the object is read anew or goes.
  static func value(of object: any PersistentModel, _ index: Int) -> Any? {
    let header = object._$header
    if let value = header._extra?.externalValues[index] { return value }
    do {
      let value: Any?
      if let context = header.context, let entity = header.entity?.takeUnretainedValue() {
        value = try ExternalLoader(store: context.store, entity: entity).load(object, index)
      } else {
        value = try header._extra?.former?.externalValue(of: object, index)
      }
      guard let value else {
        throw failure(object, "property \(index)", "it was not read while the object was in the store")
      }
      object.ensuredExtra.externalValues[index] = value
      return value
    } catch {
      let failure = error as? ObjectGraphError ?? failure(object, "property \(index)", "\(error)")
      object.ensuredExtra.failure = failure
      header.context?.failures.append(failure)
      return nil
    }
  }

  /// Reads the value that the store has now, or that is pending.
  func load(_ object: any PersistentModel, _ index: Int) throws(ObjectGraphError) -> Any? {
    do throws(StoreError) {
      if let bytes = try bytes(object, index) { return decode(bytes, index) }
    } catch {
      throw Self.failure(object, entity.name(index), error.description)
    }
    throw .missingObject(entity: entity.name, id: "\(entity.name)/\(object._$header._id)")
  }

  /// Opens the file that the value is in; nil if the record has the value, or there is none.
  func open(_ object: any PersistentModel, _ index: Int) throws(ObjectGraphError) -> BlobReader? {
    let snapshot = store.snapshot()
    do throws(StoreError) {
      if let blob = object._$header._extra?.pendingBlobs[index] {
        return try snapshot.openBlob(blob.reference, of: place(object, index))
      }
      return try snapshot.openBlob(of: ObjectID(rawValue: object._$header._id), entity.properties[index].id)
    } catch {
      throw Self.failure(object, entity.name(index), error.description)
    }
  }

  private func place(_ object: any PersistentModel, _ index: Int) -> BlobPlace {
    BlobPlace(
      entity: entity.name,
      object: ObjectID(rawValue: object._$header._id),
      attribute: entity.name(index)
    )
  }

  /// The encoded value, or its absence; nil if the object is gone.
  private func bytes(_ object: any PersistentModel, _ index: Int) throws(StoreError) -> [UInt8]?? {
    let snapshot = store.snapshot()
    if let blob = object._$header._extra?.pendingBlobs[index] {
      return try snapshot.openBlob(blob.reference, of: place(object, index)).readAll()
    }
    let id = ObjectID(rawValue: object._$header._id)
    let property = entity.properties[index].id
    return try snapshot.withClearRecord(id) { record throws(StoreError) -> [UInt8]? in
      let view = record.view
      guard let field = view.layout.fieldIndex(of: property), view.isPresent(field) else { return nil }
      guard view.layout.fields[field].kind == .external else { return Array(view.bytes(field)) }
      return try snapshot.externalBytes(field, of: view, id)
    }
  }

  /// The value whose bytes a record would hold: read into an object that is made for that.
  private func decode(_ bytes: [UInt8]?, _ index: Int) -> Any? {
    guard let field = entity.externals.first(where: { $0.index == index })?.field else { return nil }
    var writer = RecordWriter(layout: entity.plainLayout)
    for _ in 0..<field { writer.appendNull() }
    bytes?.withUnsafeBytes { writer.append(bytes: $0) }
    let object = entity.type.init(_$backing: _Backing(context: nil, entity: nil, id: 0))
    var core = _RecordDecoder.Core(
      source: .record,
      view: RecordView(trusted: writer.finish(), layout: entity.plainLayout),
      fields: entity.writeFields,
      entity: entity,
      failure: nil
    )
    withUnsafeMutablePointer(to: &core) {
      var decoder = _RecordDecoder(core: $0, keep: _RecordDecoder.keepAll(but: index))
      object._$decode(from: &decoder)
    }
    var value: Any?
    withUnsafeMutablePointer(to: &value) {
      var visitor = _SlotVisitor(.value(index, $0))
      object._$visit(&visitor)
    }
    return value
  }

  private static func failure(
    _ object: any PersistentModel,
    _ property: String,
    _ reason: String
  ) -> ObjectGraphError {
    let entity = ModelShape.name(of: type(of: object))
    return .faultFailed(
      entity: entity,
      property: property,
      object: "\(entity)/\(object._$header._id)",
      reason: reason
    )
  }
}
