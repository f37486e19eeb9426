extension OrderedMap {
  /// Gives a key a value.
  ///
  /// - Returns: the value it had before.
  /// - Complexity: O(log n) comparisons; nodes on the path that are shared with another copy are copied.
  @discardableResult
  package mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    var block = unsharedRoot()
    if block.level > 0 && block.isFull { block = growRoot() }
    // Full inner nodes are split on the way down, so that each has room when a child of it splits. At the
    // right edge of the tree nodes stay full when split: keys that come in order leave no half-empty nodes.
    var isRightEdge = true
    var parent: Block?
    var slot = 0
    while block.level > 0 {
      parent = block
      slot = block.childSlot(key)
      isRightEdge = isRightEdge && slot == block.count - 1
      var child = block.unsharedChild(slot)
      if child.level > 0 && child.isFull {
        let atEnd = isRightEdge && !(key < child.keys[child.count - 2])
        let (node, parting) = child.split(keeping: atEnd ? child.count - 2 : child.count / 2)
        block.insert(node, after: slot, partedBy: parting)
        if !(key < parting) {
          slot += 1
          child = block.child(slot)
        } else {
          isRightEdge = false
        }
      }
      block = child
    }
    let position = block.lowerBound(key)
    if position < block.count && block.keys[position] == key {
      let old = (block.values + position).move()
      (block.values + position).initialize(to: value)
      return old
    }
    count += 1
    if !block.isFull {
      block.insert(key, value, at: position)
      return nil
    }
    splitLeaf(block, below: parent, slot, inserting: key, value, position, isRightEdge)
    return nil
  }

  /// Removes a key.
  ///
  /// - Returns: the value it had.
  /// - Complexity: O(log n) comparisons; nothing is copied when the key is not there.
  @discardableResult
  package mutating func removeValue(forKey key: Key) -> Value? {
    guard contains(key) else { return nil }
    let top = unsharedRoot()
    let value = Self.remove(key, below: top)
    count -= 1
    if count == 0 {
      root = nil
    } else if top.level > 0 && top.count == 1 {
      root = top.owners[0]
    }
    return value
  }

  /// Removes everything.
  package mutating func removeAll() {
    root = nil
    count = 0
  }

  /// The root's block, made if there was none and copied if it is shared.
  private mutating func unsharedRoot() -> Block {
    if !isKnownUniquelyReferenced(&root) {
      root = root.map { Node(copyOf: $0) } ?? Node(level: 0)
    }
    return Block(root.unsafelyUnwrapped.address)
  }

  /// Puts an inner node above the root and splits the old root, an inner node, below it.
  private mutating func growRoot() -> Block {
    let top = raiseRoot()
    let old = top.child(0)
    let (node, parting) = old.split(keeping: old.count / 2)
    top.insert(node, after: 0, partedBy: parting)
    return top
  }

  private mutating func raiseRoot() -> Block {
    let old = root.unsafelyUnwrapped
    let node = Node(level: Block(old.address).level + 1)
    Block(node.address).adopt(old)
    root = node
    return Block(node.address)
  }

  /// Adds an entry to a full leaf by parting it.
  private mutating func splitLeaf(
    _ leaf: Block,
    below parent: Block?,
    _ slot: Int,
    inserting key: Key,
    _ value: Value,
    _ position: Int,
    _ isRightEdge: Bool
  ) {
    let parent = parent ?? raiseRoot()
    if isRightEdge && position == leaf.count {
      let node = Node(level: 0)
      Block(node.address).insert(key, value, at: 0)
      parent.insert(node, after: slot, partedBy: key)
      return
    }
    let keep = leaf.count / 2
    let (node, parting) = leaf.split(keeping: keep)
    parent.insert(node, after: slot, partedBy: parting)
    if position <= keep {
      leaf.insert(key, value, at: position)
    } else {
      Block(node.address).insert(key, value, at: position - keep)
    }
  }

  /// Removes a key that is there, and keeps the nodes on its path decently filled.
  private static func remove(_ key: Key, below block: Block) -> Value {
    if block.level == 0 { return block.remove(at: block.lowerBound(key)) }
    let slot = block.childSlot(key)
    let child = block.unsharedChild(slot)
    let value = remove(key, below: child)
    let capacity = child.level == 0 ? Block.leafCapacity : Block.innerCapacity
    if child.count < capacity / 4 { block.refill(slot) }
    return value
  }
}
