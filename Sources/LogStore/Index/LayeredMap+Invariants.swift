extension LayeredMap {
  /// Looks over the whole map. O(n); for tests and for checks of a store.
  ///
  /// - Returns: what is wrong, or nil if all is well.
  package func brokenInvariant() -> String? {
    if let broken = changes.brokenInvariant() { return broken }
    var total = base?.count ?? 0
    for (key, change) in changes.entries() {
      let isInBase = base?.value(key) != nil
      if isInBase != (change.kind != .added) { return "a change does not know whether the base has its key" }
      total += change.kind == .added ? 1 : change.kind == .removed ? -1 : 0
    }
    var found = 0
    var previous: Key?
    for (key, _) in entries() {
      if let previous, !(previous < key) { return "keys do not rise" }
      previous = key
      found += 1
    }
    return found == count && total == count ? nil : "\(count) entries are counted, \(found) are there"
  }
}
