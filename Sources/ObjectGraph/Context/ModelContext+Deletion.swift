public import Foundation
import LogStore

extension ModelContext {
  /// Deletes an object at the next save. The delete rules of its relationships apply now: it is gone from
  /// fetches and from the relationships of others, and cascades take their targets with it.
  public func delete<T: PersistentModel>(_ model: T) { remove(model) }

  func remove(_ model: any PersistentModel) {
    verifyAppends()
    var pending: [any PersistentModel] = [GraphLinks.survivor(model)]
    while let object = pending.popLast() {
      let header = object._$header
      guard header.context === self, !header.has(.deleted), let entity = header.entity?.takeUnretainedValue()
      else { continue }
      var targets: [(PropertyInfo, [UInt64])] = []
      for index in entity.relationships {
        let property = entity.properties[index]
        if property.slot == .toOne {
          if let id = object.reference(index)?.id, id != 0 {
            targets.append((property, [forwarded[id] ?? id]))
          }
        } else {
          targets.append((property, memberIDs(header._id, property.id, header._extra?.storage(index))))
        }
      }
      object._$header.add(.deleted)
      deleted.append(object)
      deletedIDs.insert(header._id)
      overlay.deleted.insert(ObjectID(rawValue: header._id))
      deletionStamp += 1
      for (property, ids) in targets {
        switch property.deleteRule {
        case .cascade:
          for id in ids.reversed() { if let target = self.object(id) { pending.append(target) } }
        case .nullify: for id in ids { forget(header._id, at: id, property) }
        case .deny, .noAction:
          // The commit has to find the references, to deny or to keep them; readers skip deleted objects.
          // To an object that was never stored it must find none.
          if header.has(.inserted) { for id in ids { forget(header._id, at: id, property) } }
        }
      }
    }
    scheduleAutosave()
  }

  /// Clears the other end of a relationship to a deleted object, if the target is in memory; the commit does
  /// the same for all others.
  private func forget(_ id: UInt64, at target: UInt64, _ property: PropertyInfo) {
    guard let inverse = property.inverse, let object = map[target], !object._$header.has(.deleted) else {
      return
    }
    if inverse.isToMany {
      leave(target, inverse, id)
    } else if object.reference(inverse.index)?.id == id {
      setReference(object, inverse.index, 0)
    }
  }

  /// Deletes all objects that fulfil a condition; see `delete(_:)`.
  public func delete<T: PersistentModel>(
    model: T.Type,
    where predicate: Predicate<T>? = nil,
    includeSubclasses: Bool = true
  ) throws {
    var descriptor = FetchDescriptor<T>(predicate: predicate)
    descriptor.includesSubclasses = includeSubclasses
    for object in try fetch(descriptor) { remove(object) }
  }
}
