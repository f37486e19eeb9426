extension LayeredMap {
  /// The same entries over a newer base.
  ///
  /// - Parameters:
  ///   - base: The entries of `written`, or others in their place, some left out, which then hold for all keys that
  ///     were not changed since; nil if it has none.
  ///   - written: The version from which this one has come; what both share was not changed since.
  /// - Complexity: O(leaves of both + changes since).
  func over(_ base: IndexRun<Key, Value>?, since written: LayeredMap) -> LayeredMap {
    // Keys in leaves that both share are in no other leaf, so the others of both sides can be compared in one walk.
    let new = changes.entries(except: written.changes.leafAddresses())
    let old = written.changes.entries(except: changes.leafAddresses())
    var edits: [(key: Key, value: Change)] = []
    var next = 0
    for (key, change) in new {
      while next < old.count, old[next].key < key {
        Self.note(goneSince: old[next], in: &edits)
        next += 1
      }
      var before: Change?
      if next < old.count, old[next].key == key {
        before = old[next].value
        next += 1
      }
      if let before, before.kind == change.kind, valueWord(before.value) == valueWord(change.value) {
        continue
      }
      let wasThere = before.map { $0.kind != .removed } ?? (change.kind != .added)
      guard wasThere || change.kind != .removed else { continue }
      let kind: Change.Kind = !wasThere ? .added : change.kind == .removed ? .removed : .replaced
      edits.append((key, Change(value: change.value, kind: kind)))
    }
    while next < old.count {
      Self.note(goneSince: old[next], in: &edits)
      next += 1
    }
    var map = LayeredMap(base: base)
    map.changes.insert(sorted: edits)
    map.count = count - written.count + (base?.count ?? 0)
    return map
  }

  /// A key that came before the new base and went after it has left no trace among the changes.
  private static func note(
    goneSince old: (key: Key, value: Change),
    in edits: inout [(key: Key, value: Change)]
  ) {
    if old.value.kind == .added { edits.append((old.key, Change(value: old.value.value, kind: .removed))) }
  }
}
