import Foundation
import LogStore

extension ModelContext {
  /// Brings registered objects up to what other contexts have committed. Costs one atomic load if there is
  /// nothing new.
  func catchUp() throws {
    let newest = store.sequence
    guard newest != seen else { return }
    let before = seen
    seen = newest
    try applyChanges(after: before, own: nil)
  }

  /// Refreshes what commits changed: clean objects are read anew, changed ones keep the properties that were
  /// changed here.
  func applyChanges(after sequence: SequenceNumber, own: SequenceNumber?) throws {
    guard map.count > 0 else { return }
    guard let commits = try commits(after: sequence) else { return refreshAll() }
    var touched: Set<UInt64> = []
    var isForeign = false
    for commit in commits {
      seen = max(seen, commit.sequence)
      if commit.sequence == own { continue }
      isForeign = true
      for change in commit.changes { touched.insert(change.id.rawValue) }
    }
    guard isForeign else { return }
    let snapshot = store.snapshot()
    for id in touched.sorted() {
      guard let object = map[id] else { continue }
      let header = object._$header
      guard !header.has(.inserted) else { continue }
      // Changes of an object that is gone are not dropped in silence: the save reports the conflict.
      if header.has(.changed), snapshot.entity(of: ObjectID(rawValue: id)) == nil { continue }
      try refresh(object, snapshot, keep: header._mask)
    }
    for storage in listed where !storage.isStated { forget(storage) }
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

  /// Reads all registered objects anew.
  private func refreshAll() {
    let snapshot = store.snapshot()
    var objects: [any PersistentModel] = []
    map.forEach { objects.append($0) }
    for object in objects where !object._$header.has(.inserted) {
      try? refresh(object, snapshot, keep: object._$header._mask)
    }
    for storage in listed where !storage.isStated { forget(storage) }
  }
}
