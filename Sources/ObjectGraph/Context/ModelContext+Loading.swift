import Foundation
import LogStore

extension ModelContext {
  /// The object with an id for a getter: nil if it is deleted, gone or unreadable.
  func resolve(_ id: UInt64) -> AnyObject? {
    if !unverified.isEmpty { verifyAppends() }
    return object(id)
  }

  /// The object with an id, from memory or from the store; nil if it is deleted, gone or unreadable.
  func object(_ id: UInt64) -> (any PersistentModel)? {
    if let object = map[id] { return object._$header.has(.deleted) ? nil : object }
    if !forwarded.isEmpty, let survivor = forwarded[id] { return object(survivor) }
    if !deletedIDs.isEmpty, deletedIDs.contains(id) { return nil }
    do {
      return try load(id, store.snapshot())
    } catch {
      failures.append(ObjectGraphError(error))
      return nil
    }
  }

  /// The object with an id as a snapshot has it, if it is not registered yet.
  func materialize(_ id: UInt64, _ snapshot: Snapshot) throws -> (any PersistentModel)? {
    if let object = map[id] { return object._$header.has(.deleted) ? nil : object }
    if !forwarded.isEmpty, let survivor = forwarded[id] { return object(survivor) }
    return try load(id, snapshot)
  }

  /// Reads an object from the store and registers it.
  func load(_ id: UInt64, _ snapshot: Snapshot) throws -> (any PersistentModel)? {
    if map.count >= sweepThreshold { sweep() }
    return try snapshot.withClearRecord(ObjectID(rawValue: id)) { (record) throws(StoreError) in
      self.make(id, record.view)
    } ?? nil
  }

  private func make(_ id: UInt64, _ view: RecordView) -> (any PersistentModel)? {
    guard let descriptor = descriptor(view.layout.entity) else { return nil }
    let backing = _Backing(context: self, entity: descriptor, id: id)
    let object = descriptor.type.init(_$backing: backing)
    decode(object, descriptor, view, keep: 0)
    map.insert(object, id)
    return object
  }

  /// Fills the slots of an object from a record.
  func decode(_ object: any PersistentModel, _ descriptor: EntityDescriptor, _ view: RecordView, keep: UInt64)
  {
    var view = view
    if !descriptor.externals.isEmpty { view = plain(view, descriptor, object, keep) }
    defer { decoder.pointee.unread.removeAll(keepingCapacity: true) }
    decoder.pointee.view = view
    decoder.pointee.entity = descriptor
    decoder.pointee.fields = fields(of: view.layout, descriptor)
    decoder.pointee.failure = nil
    var record = _RecordDecoder(core: decoder, keep: keep)
    object._$decode(from: &record)
    decoder.pointee.view = nil
    if let failure = decoder.pointee.failure { note(failure, object) }
  }

  private func note(_ failure: ObjectGraphError, _ object: any PersistentModel) {
    decoder.pointee.failure = nil
    var failure = failure
    if case .faultFailed(let entity, let property, _, let reason) = failure {
      failure = .faultFailed(
        entity: entity,
        property: property,
        object: "\(entity)/\(object._$header._id)",
        reason: reason
      )
    }
    object.ensuredExtra.failure = failure
    failures.append(failure)
  }

  private func fields(of layout: RecordLayout, _ descriptor: EntityDescriptor) -> [Int32] {
    if layout === descriptor.layout || layout.id == descriptor.layout.id { return descriptor.writeFields }
    if let known = foreignFields[layout.id] { return known }
    let fields = EntityDescriptor.fields(of: layout, for: descriptor.properties)
    foreignFields[layout.id] = fields
    return fields
  }

  /// Reads a registered object anew, all but the properties in `keep`.
  func refresh(_ object: any PersistentModel, _ snapshot: Snapshot, keep: UInt64 = 0) throws {
    let header = object._$header
    guard let entity = header.entity?.takeUnretainedValue() else { return }
    let registrar = header._extra?.registrar
    let observed = registrar == nil ? 0 : entity.properties.count
    for index in 0..<observed { registrar?.willSet(index) }
    let found: Void? = try snapshot.withClearRecord(ObjectID(rawValue: header._id)) {
      (record) throws(StoreError) in
      self.decode(object, entity, record.view, keep: keep)
    }
    for storage in object._$header._extra?.toMany ?? [] where !storage.isStated { forget(storage) }
    if found == nil { expel(object) }
    for index in 0..<observed { registrar?.didSet(index) }
  }

  /// Makes a storage load again when it is read next.
  func forget(_ storage: ToManyStorage) {
    storage.dropObjects()
    storage.setMembers([], [], order: [])
    storage.isLoaded = false
  }

  /// Takes an object out of the context that is no longer in the store; its values stay readable.
  func expel(_ object: any PersistentModel) {
    let id = object._$header._id
    object.ensuredExtra.identity = identifier(of: object)
    object._$header._context = nil
    object._$header.entity = nil
    object._$header._mask = 0
    object._$header._state &= ModelState.forwarding.rawValue
    object._$header.add(.gone)
    for storage in object._$header._extra?.toMany ?? [] { storage.dropObjects() }
    map.remove(id)
  }

  /// Lets go what only the context holds.
  ///
  /// Objects that the program no longer refers to are freed now instead of at the next sweep. Objects with
  /// changes stay.
  public func trim() {
    verifyAppends()
    sweep()
  }

  func sweep() {
    verifyAppends()
    for storage in listed {
      storage.dropObjects()
      storage.isListed = false
    }
    listed.removeAll(keepingCapacity: true)
    map.sweep()
    sweepThreshold = max(4096, map.count * 2)
  }

  /// Notes that a storage holds objects.
  func list(_ storage: ToManyStorage) {
    guard !storage.isListed else { return }
    storage.isListed = true
    listed.append(storage)
  }
}
