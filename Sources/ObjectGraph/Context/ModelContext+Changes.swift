import Foundation
import LogStore

extension ModelContext {
  /// Notes that a property of a registered object changes.
  func noteChange(_ object: any PersistentModel, _ index: Int) {
    var header = object._$header
    header._mask |= _RecordDecoder.bit(of: index)
    if header._state & (ModelState.inserted.rawValue | ModelState.changed.rawValue) == 0 {
      header.add(.changed)
      changed.append(object)
    }
    if !header.has(.stale) {
      header.add(.stale)
      stale.append(object)
    }
    object._$header = header
    scheduleAutosave()
  }

  /// Brings both ends of all relationships in step. They always are, as far as a program can see; it is here for
  /// sources that call it.
  public func processPendingChanges() { verifyAppends() }

  /// Whether any object is noted as inserted, changed or deleted; `hasChanges` looks closer.
  var hasPending: Bool { !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty }

  /// Whether a save has anything to write, or a failure to report: an object that could not be inserted, say.
  public var hasChanges: Bool {
    verifyAppends()
    return !failures.isEmpty || inserted.contains { !$0._$header.has(.deleted) }
      || deleted.contains { !$0._$header.has(.inserted) }
      || changed.contains { isReallyChanged($0) }
  }

  /// Inserted objects that are not saved, in order of insertion.
  public var insertedModelsArray: [any PersistentModel] { inserted.filter { !$0._$header.has(.deleted) } }

  /// Objects whose values differ from the stored ones.
  public var changedModelsArray: [any PersistentModel] {
    verifyAppends()
    return changed.filter { isReallyChanged($0) }
  }

  /// Deleted objects whose deletion is not saved.
  public var deletedModelsArray: [any PersistentModel] { deleted.filter { !$0._$header.has(.inserted) } }

  /// Whether one object has changes that are not saved.
  func isChanged(_ object: any PersistentModel) -> Bool {
    let header = object._$header
    if header.has(.inserted) || header.has(.deleted) { return true }
    return header.has(.changed) && isReallyChanged(object)
  }

  /// Whether the values of a changed object differ from the stored ones.
  func isReallyChanged(_ object: any PersistentModel) -> Bool {
    let header = object._$header
    guard !header.has(.deleted), let entity = header.entity?.takeUnretainedValue() else { return false }
    let snapshot = store.snapshot()
    for index in entity.relationships where entity.properties[index].slot == .toMany {
      if membersDiffer(object, entity.properties[index], snapshot) { return true }
    }
    do {
      return try !differences(object, entity, snapshot).isEmpty
    } catch {
      return true
    }
  }

  private func membersDiffer(
    _ object: any PersistentModel,
    _ property: PropertyInfo,
    _ snapshot: Snapshot
  ) -> Bool {
    let owner = ObjectID(rawValue: object._$header._id)
    let key = Overlay.MemberKey(owner: owner, relationship: property.id)
    let storage = object._$header._extra?.storage(property.index)
    guard storage?.isStated == true || adjustments[key]?.isEmpty == false else { return false }
    return memberIDs(owner.rawValue, property.id, storage, in: snapshot)
      != snapshot.members(of: owner, property.id).map(\.rawValue)
  }

  /// Runs a block in which records are written with the ids that upserts merged others into.
  func withForwarding<Result>(_ body: () throws -> Result) rethrows -> Result {
    encoder?.pointee.forwarded = forwarded
    defer { encoder?.pointee.forwarded = [:] }
    return try body()
  }

  /// Writes an object as a record; valid until the next record is written.
  func encode(_ object: any PersistentModel, _ entity: EntityDescriptor) throws -> UnsafeRawBufferPointer {
    guard let encoder else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    encoder.pointee.entity = entity
    encoder.pointee.index = 0
    encoder.pointee.failure = nil
    encoder.pointee.unread.removeAll(keepingCapacity: true)
    encoder.pointee.writer.begin(entity.plainLayout)
    var record = _RecordEncoder(core: encoder)
    object._$encode(into: &record)
    if let failure = encoder.pointee.failure { throw failure }
    let plain = encoder.pointee.writer.finish()
    return entity.externals.isEmpty ? plain : try stored(plain, object, entity, encoder.pointee.unread)
  }

  /// The stored properties whose encoded values differ from the committed ones.
  func differences(
    _ object: any PersistentModel,
    _ entity: EntityDescriptor,
    _ snapshot: Snapshot
  ) throws -> Set<PropertyID> {
    let payload = try encode(object, entity)
    return try differences(payload, object, entity, snapshot)
  }

  /// The same for a record that was just written.
  func differences(
    _ payload: UnsafeRawBufferPointer,
    _ object: any PersistentModel,
    _ entity: EntityDescriptor,
    _ snapshot: Snapshot
  ) throws -> Set<PropertyID> {
    let new = RecordView(trusted: payload, layout: entity.layout)
    let id = ObjectID(rawValue: object._$header._id)
    let mask = object._$header._mask
    let found: Set<PropertyID>? = try snapshot.withClearRecord(id) { (record) throws(StoreError) in
      let old = record.view
      var result: Set<PropertyID> = []
      let sameLayout = old.layout.id == new.layout.id
      for property in entity.properties {
        if mask & _RecordDecoder.bit(of: property.index) == 0 { continue }
        let field = Int(entity.writeFields[property.index])
        guard field >= 0 else { continue }
        let other = sameLayout ? field : old.layout.fieldIndex(of: property.id) ?? -1
        let isEqual =
          new.layout.fields[field].kind == .external
          ? Self.isEqualExternal(new, field, old, other, snapshot) : Self.isEqual(new, field, old, other)
        if !isEqual { result.insert(property.id) }
      }
      return result
    }
    return found ?? Set(entity.properties.map(\.id))
  }

  private static func isEqual(_ a: RecordView, _ field: Int, _ b: RecordView, _ other: Int) -> Bool {
    guard other >= 0 else { return !a.isPresent(field) }
    guard a.isPresent(field) == b.isPresent(other) else { return false }
    guard a.isPresent(field) else { return true }
    guard let width = a.layout.fields[field].kind.width else {
      let left = a.bytes(field)
      let right = b.bytes(other)
      guard left.count == right.count else { return false }
      guard let start = left.baseAddress, let second = right.baseAddress else { return true }
      return memcmp(start, second, left.count) == 0
    }
    guard b.layout.fields[other].kind.width == width else { return false }
    return memcmp(a.base + a.layout.positions[field], b.base + b.layout.positions[other], width) == 0
  }
}
