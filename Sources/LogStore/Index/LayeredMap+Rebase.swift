extension LayeredMap {
  /// The same entries over a newer base.
  ///
  /// - Parameters:
  ///   - base: Exactly the entries of `written`; nil if it has none.
  ///   - written: The version from which this one has come; what both share was not changed since.
  /// - Complexity: O(leaves of both + changes since).
  func over(_ base: IndexRun<Key, Value>?, since written: LayeredMap) -> LayeredMap {
    var map = LayeredMap(base: base)
    let kept = written.changes.leafAddresses()
    changes.forEachLeaf(except: kept) { key, change in
      let before = written.changes[key]
      if let before, before.kind == change.kind, valueWord(before.value) == valueWord(change.value) { return }
      let wasThere = before.map { $0.kind != .removed } ?? (change.kind != .added)
      guard wasThere || change.kind != .removed else { return }
      let kind: Change.Kind = !wasThere ? .added : change.kind == .removed ? .removed : .replaced
      map.changes.updateValue(Change(value: change.value, kind: kind), forKey: key)
    }
    // A key that came before the new base and went after it has left no trace among the changes.
    written.changes.forEachLeaf(except: changes.leafAddresses()) { key, change in
      guard change.kind == .added, changes[key] == nil else { return }
      map.changes.updateValue(Change(value: change.value, kind: .removed), forKey: key)
    }
    map.count = count
    return map
  }
}
