extension OrderedMap {
  /// Looks over the whole tree. O(n); for tests and for checks of a store.
  ///
  /// - Returns: what is wrong, or nil if all is well.
  package func brokenInvariant() -> String? {
    guard let root else { return count == 0 ? nil : "\(count) entries are counted, but there is no root" }
    defer { withExtendedLifetime(root) {} }
    var found = 0
    let block = Block(root.address)
    if block.level > 0 && block.count < 2 { return "the root has \(block.count) children" }
    if let broken = Self.check(block, block.level, nil, nil, &found) { return broken }
    return found == count && found > 0 ? nil : "\(count) entries are counted, \(found) are there"
  }

  /// Checks a node and all below it against the keys that part it from its neighbours.
  private static func check(
    _ block: Block,
    _ level: Int,
    _ lower: Key?,
    _ upper: Key?,
    _ found: inout Int
  ) -> String? {
    let capacity = level == 0 ? Block.leafCapacity : Block.innerCapacity
    if block.level != level { return "a node of level \(block.level) stands where level \(level) should" }
    if block.count > capacity { return "a node of \(capacity) places counts \(block.count)" }
    if block.count < (level == 0 ? 1 : 2) { return "a node of level \(level) has only \(block.count)" }
    for index in 0..<block.keyCount {
      if index > 0, !(block.keys[index - 1] < block.keys[index]) { return "keys of one node do not rise" }
      if let lower, block.keys[index] < lower { return "a key is below what its parent promises" }
      if let upper, !(block.keys[index] < upper) { return "a key is not below what its parent promises" }
    }
    if level == 0 {
      found += block.count
      return nil
    }
    for slot in 0..<block.count {
      if block.owners[slot].address != block.addresses[slot] { return "a child's address is not its owner's" }
      let low = slot == 0 ? lower : block.keys[slot - 1]
      let high = slot == block.count - 1 ? upper : block.keys[slot]
      if let broken = check(block.child(slot), level - 1, low, high, &found) { return broken }
    }
    return nil
  }
}
