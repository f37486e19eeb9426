/// Leaves as such: which of them two versions of a map share.
extension OrderedMap {
  /// Where the leaves lie. Two versions of a map that both live share exactly the leaves with one address.
  func leafAddresses() -> Set<UInt> {
    var addresses: Set<UInt> = []
    guard let root else { return addresses }
    defer { withExtendedLifetime(root) {} }
    Self.visitLeaves(Block(root.address)) { addresses.insert($0.address) }
    return addresses
  }

  /// The entries of all leaves but some, in rising order.
  func entries(except addresses: Set<UInt>) -> [Entry] {
    guard let root else { return [] }
    defer { withExtendedLifetime(root) {} }
    var entries: [Entry] = []
    Self.visitLeaves(Block(root.address)) { leaf in
      if addresses.contains(leaf.address) { return }
      for position in 0..<leaf.count { entries.append((leaf.keys[position], leaf.values[position])) }
    }
    return entries
  }

  private static func visitLeaves(_ block: Block, _ body: (Block) -> Void) {
    if block.level == 0 { return body(block) }
    for slot in 0..<block.count { visitLeaves(block.child(slot), body) }
  }
}
