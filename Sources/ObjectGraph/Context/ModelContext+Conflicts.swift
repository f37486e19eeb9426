import LogStore

extension ModelContext {
  /// Notes which of the properties that another context has changed were changed here too.
  ///
  /// - Parameter properties: nil if it is not known what the other context changed.
  func noteConflict(_ object: any PersistentModel, _ properties: Set<PropertyID>?) {
    let header = object._$header
    var mask: UInt64 = header._mask
    if let properties, let entity = header.entity?.takeUnretainedValue() {
      mask &= properties.reduce(0) { mask, id in
        mask | (entity.property(id).map { _RecordDecoder.bit(of: $0.index) } ?? 0)
      }
    }
    if mask != 0 { conflicts[header._id, default: 0] |= mask }
  }

  /// Settles what was changed both here and elsewhere, as the merge policy says.
  func settleConflicts() throws {
    guard !conflicts.isEmpty else { return }
    let snapshot = store.snapshot()
    for (id, mask) in conflicts.sorted(by: { $0.key < $1.key }) {
      guard let object = map[id], object._$header.has(.changed), !object._$header.has(.deleted),
        let entity = object._$header.entity?.takeUnretainedValue()
      else {
        conflicts[id] = nil
        continue
      }
      guard snapshot.entity(of: ObjectID(rawValue: id)) != nil else {
        try settleLoss(of: object, entity)
        continue
      }
      let differing = try differences(object, entity, snapshot).compactMap { entity.property($0) }
      let both = differing.filter { mask & _RecordDecoder.bit(of: $0.index) != 0 }
      guard !both.isEmpty else { continue }
      switch mergePolicy {
      case .objectTrump, .overwrite: break
      case .error:
        let names = both.map(\.name).sorted().joined(separator: ", ")
        throw ObjectGraphError.conflict(
          message: """
            \(names) of \(entity.name)/\(id) was changed here and by another context: nothing was saved. Roll \
            the context back, or choose another mergePolicy
            """
        )
      case .storeTrump:
        try takeStored(object, entity, both.map(\.index), snapshot)
        conflicts[id] = nil
      case .rollback:
        try takeStored(object, entity, differing.map(\.index), snapshot)
        conflicts[id] = nil
      }
    }
  }

  /// An object was changed here, and another context deleted it.
  private func settleLoss(of object: any PersistentModel, _ entity: EntityDescriptor) throws {
    switch mergePolicy {
    case .objectTrump, .overwrite, .error:
      throw ObjectGraphError.conflict(
        message: """
          \(entity.name)/\(object._$header._id) was changed here, and another context has deleted it: nothing was \
          saved. Delete it here too, roll the context back, or choose another mergePolicy
          """
      )
    case .storeTrump, .rollback:
      conflicts[object._$header._id] = nil
      changed.removeAll { $0 === object }
      stale.removeAll { $0 === object }
      overlay.records[ObjectID(rawValue: object._$header._id)] = nil
      expel(object)
    }
  }

  /// Gives some properties of a changed object their stored values, and brings the other ends in step.
  func takeStored(
    _ object: any PersistentModel,
    _ entity: EntityDescriptor,
    _ indexes: [Int],
    _ snapshot: Snapshot
  ) throws {
    let mask = indexes.reduce(0) { $0 | _RecordDecoder.bit(of: $1) }
    var targets: [(property: PropertyInfo, id: UInt64)] = []
    for index in indexes where entity.properties[index].slot == .toOne {
      targets.append((entity.properties[index], object.reference(index)?.id ?? 0))
    }
    try refresh(object, snapshot, keep: ~mask)
    object._$header._mask &= ~mask
    if !object._$header.has(.stale) {
      object._$header.add(.stale)
      stale.append(object)
    }
    let id = object._$header._id
    for (property, old) in targets {
      let new = object.reference(property.index)?.id ?? 0
      guard let inverse = property.inverse, new != old else { continue }
      if old != 0 { unlink(old, inverse, id) }
      if new != 0 { link(new, inverse, id, property) }
    }
  }
}
