import LogStore

extension ModelContext {
  /// The pending changes as queries see them; nil if there are none. Only what changed since the last call is
  /// written anew.
  func currentOverlay() throws -> Overlay? {
    verifyAppends()
    guard hasPending else { return nil }
    let pending = stale
    stale.removeAll(keepingCapacity: true)
    try withForwarding {
      for object in pending {
        object._$header.remove(.stale)
        let header = object._$header
        guard let entity = header.entity?.takeUnretainedValue() else { continue }
        let id = ObjectID(rawValue: header._id)
        if header.has(.inserted), overlay.records[id] == nil {
          overlay.inserted[entity.id, default: []].append(id)
        }
        overlay.records[id] = try record(object, entity)
      }
    }
    for key in staleMembers {
      let object = map[key.owner.rawValue]
      let index = object?._$header.entity?.takeUnretainedValue().property(key.relationship)?.index
      let storage = index.flatMap { object?._$header._extra?.storage($0) }
      overlay.members[key] = memberIDs(key.owner.rawValue, key.relationship, storage).map {
        ObjectID(rawValue: $0)
      }
    }
    staleMembers.removeAll(keepingCapacity: true)
    return overlay
  }

  /// The record of a pending object.
  func record(_ object: any PersistentModel, _ entity: EntityDescriptor) throws -> Overlay.Record {
    Overlay.Record(layout: entity.layout, payload: Array(try encode(object, entity)))
  }

  /// What queries run on: the newest commit and, on request, the pending changes.
  func view(_ includesPendingChanges: Bool) throws -> GraphView {
    GraphView(snapshot: store.snapshot(), overlay: includesPendingChanges ? try currentOverlay() : nil)
  }
}
