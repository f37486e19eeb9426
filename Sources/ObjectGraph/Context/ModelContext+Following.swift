import Foundation
import LogStore

extension ModelContext {
  /// Brings registered objects up to what other contexts have committed, and in a container that does not save what
  /// other processes have. Costs one atomic load if there is nothing new, there a few system calls.
  func catchUp() throws {
    do {
      try store.refresh()
    } catch {
      throw ObjectGraphError(error)
    }
    let newest = store.sequence
    guard newest != seen else { return }
    let before = seen
    seen = newest
    do {
      try applyChanges(after: before, own: nil)
    } catch {
      seen = before
      throw error
    }
  }

  /// Refreshes what commits changed: clean objects are read anew, changed ones keep the properties that were
  /// changed here.
  func applyChanges(after sequence: SequenceNumber, own: SequenceNumber?) throws {
    guard map.count > 0 else { return }
    guard let commits = try commits(after: sequence) else { return try followAll(after: sequence) }
    var touched: [UInt64: Set<PropertyID>] = [:]
    var isForeign = false
    for commit in commits {
      seen = max(seen, commit.sequence)
      if commit.sequence == own { continue }
      isForeign = true
      for change in commit.changes { touched[change.id.rawValue, default: []].formUnion(change.properties) }
    }
    guard isForeign else { return }
    let snapshot = store.snapshot()
    for (id, properties) in touched.sorted(by: { $0.key < $1.key }) {
      guard let object = map[id] else { continue }
      try follow(object, properties, snapshot)
    }
    for storage in listed where !storage.isStated { forget(storage) }
  }

  /// Brings one object up to date. What was changed here stays; what was changed on both sides is noted.
  ///
  /// - Parameter properties: What was changed elsewhere; nil if it is not known.
  private func follow(
    _ object: any PersistentModel,
    _ properties: Set<PropertyID>?,
    _ snapshot: Snapshot
  ) throws {
    let header = object._$header
    guard !header.has(.inserted) else { return }
    if header.has(.changed), !header.has(.deleted) {
      // Changes of an object that is gone are not dropped in silence: the save settles the conflict.
      guard snapshot.entity(of: ObjectID(rawValue: header._id)) != nil else {
        return noteConflict(object, nil)
      }
      noteConflict(object, properties)
      if mergePolicy == .overwrite, properties?.isEmpty != true {
        object._$header._mask = ~0
        return
      }
    }
    try refresh(object, snapshot, keep: header._mask)
  }

  /// The commits after one; nil if they are no longer known.
  private func commits(after sequence: SequenceNumber) throws(ObjectGraphError) -> [CommittedChanges]? {
    do {
      return try store.changes(after: sequence)
    } catch {
      if error.code == .historyUnavailable { return nil }
      throw ObjectGraphError(error)
    }
  }

  /// Reads all registered objects anew. Those whose record is of a commit after one have changed elsewhere, and it
  /// is not known in what.
  func followAll(after sequence: SequenceNumber) throws {
    let snapshot = store.snapshot()
    var objects: [any PersistentModel] = []
    map.forEach { objects.append($0) }
    for object in objects {
      let isForeign = try isChanged(object, after: sequence, snapshot)
      try follow(object, isForeign ? nil : [], snapshot)
    }
    for storage in listed where !storage.isStated { forget(storage) }
  }

  /// Whether an object that was changed here is stored in a version of a commit after one, or not at all. Of others
  /// it does not matter: they are read anew in any case.
  private func isChanged(
    _ object: any PersistentModel,
    after sequence: SequenceNumber,
    _ snapshot: Snapshot
  ) throws(ObjectGraphError) -> Bool {
    guard object._$header.has(.changed) else { return false }
    do {
      let version = try snapshot.withRecord(ObjectID(rawValue: object._$header._id)) { _, version in version }
      return version.map { $0 > sequence } ?? true
    } catch {
      throw ObjectGraphError(error)
    }
  }
}
