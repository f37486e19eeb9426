/// Changes of content. The caller has made sure that the node is referenced once.
extension OrderedMapBlock {
  /// The block of a child that only this node refers to, copied first if need be.
  @inline(__always)
  func unsharedChild(_ slot: Int) -> OrderedMapBlock {
    let owner = owners + slot
    if !isKnownUniquelyReferenced(&owner.pointee) {
      let copy = Node(copyOf: owner.pointee)
      owner.pointee = copy
      addresses[slot] = copy.address
    }
    return child(slot)
  }

  /// Makes room for `width` elements at a position and leaves it uninitialised.
  @inline(__always)
  private func open<Element>(_ part: UnsafeMutablePointer<Element>, at position: Int, of count: Int) {
    (part + position + 1).moveInitialize(from: part + position, count: count - position)
  }

  /// Closes the gap of one element that was moved away or deinitialised.
  @inline(__always)
  private func close<Element>(_ part: UnsafeMutablePointer<Element>, at position: Int, of count: Int) {
    (part + position).moveInitialize(from: part + position + 1, count: count - position - 1)
  }

  /// Puts an entry into a leaf that is not full.
  @inline(__always)
  func insert(_ key: Key, _ value: Value, at position: Int) {
    let count = count
    open(keys, at: position, of: count)
    (keys + position).initialize(to: key)
    if MemoryLayout<Value>.size > 0 { open(values, at: position, of: count) }
    (values + position).initialize(to: value)
    self.count = count + 1
  }

  /// Takes an entry out of a leaf.
  func remove(at position: Int) -> Value {
    let count = count
    (keys + position).deinitialize(count: 1)
    close(keys, at: position, of: count)
    let value = (values + position).move()
    if MemoryLayout<Value>.size > 0 { close(values, at: position, of: count) }
    self.count = count - 1
    return value
  }

  /// Puts a child behind another one into an inner node that is not full; `key` parts the two.
  func insert(_ child: Node, after slot: Int, partedBy key: Key) {
    let count = count
    open(keys, at: slot, of: count - 1)
    (keys + slot).initialize(to: key)
    open(addresses, at: slot + 1, of: count)
    (addresses + slot + 1).initialize(to: child.address)
    open(owners, at: slot + 1, of: count)
    (owners + slot + 1).initialize(to: child)
    self.count = count + 1
  }

  /// Gives an empty inner node its first child.
  func adopt(_ child: Node) {
    addresses.initialize(to: child.address)
    owners.initialize(to: child)
    count = 1
  }

  /// Moves what stands at `keep` and beyond to a new node on the right.
  ///
  /// - Returns: the new node, and the key that parts it from this one; for an inner node that key leaves it.
  func split(keeping keep: Int) -> (node: Node, key: Key) {
    let node = Node(level: level)
    let right = OrderedMapBlock(node.address)
    let moved = count - keep
    if level == 0 {
      right.keys.moveInitialize(from: keys + keep, count: moved)
      right.values.moveInitialize(from: values + keep, count: moved)
      count = keep
      right.count = moved
      return (node, right.keys[0])
    }
    right.keys.moveInitialize(from: keys + keep, count: moved - 1)
    right.addresses.moveInitialize(from: addresses + keep, count: moved)
    right.owners.moveInitialize(from: owners + keep, count: moved)
    let key = (keys + keep - 1).move()
    count = keep
    right.count = moved
    return (node, key)
  }

  /// Brings the child at a slot back to a decent filling: unites it with a neighbour, or evens out the two.
  func refill(_ slot: Int) {
    let leftSlot = slot > 0 ? slot - 1 : 0
    let left = unsharedChild(leftSlot)
    let right = unsharedChild(leftSlot + 1)
    let total = left.count + right.count
    let capacity = left.level == 0 ? Self.leafCapacity : Self.innerCapacity
    // Not filled to the brim, or the next insertion would split what was just united.
    if total <= capacity * 3 / 4 {
      left.append(movingFrom: right, right.count, partedBy: takeKey(leftSlot))
      removeChild(leftSlot + 1)
      return
    }
    let wanted = total / 2
    if left.count < wanted {
      let key = left.append(movingFrom: right, wanted - left.count, partedBy: takeKey(leftSlot))
      (keys + leftSlot).initialize(to: key ?? right.keys[0])
    } else if left.count > wanted {
      let key = right.prepend(movingFrom: left, left.count - wanted, partedBy: takeKey(leftSlot))
      (keys + leftSlot).initialize(to: key ?? right.keys[0])
    }
  }

  private func takeKey(_ slot: Int) -> Key { (keys + slot).move() }

  /// Removes an emptied child whose key on the left was taken.
  private func removeChild(_ slot: Int) {
    let count = count
    close(keys, at: slot - 1, of: count - 1)
    close(addresses, at: slot, of: count)
    (owners + slot).deinitialize(count: 1)
    close(owners, at: slot, of: count)
    self.count = count - 1
  }

  /// Moves the first `moved` items of the right neighbour behind one's own.
  ///
  /// - Returns: of inner nodes that keep something, the key that now parts the two; else nil.
  @discardableResult
  private func append(movingFrom right: OrderedMapBlock, _ moved: Int, partedBy key: consuming Key) -> Key? {
    let left = count
    let rest = right.count - moved
    var parting: Key?
    if level == 0 {
      (keys + left).moveInitialize(from: right.keys, count: moved)
      right.keys.moveInitialize(from: right.keys + moved, count: rest)
      (values + left).moveInitialize(from: right.values, count: moved)
      right.values.moveInitialize(from: right.values + moved, count: rest)
    } else {
      (keys + left - 1).initialize(to: key)
      (keys + left).moveInitialize(from: right.keys, count: moved - 1)
      if rest > 0 {
        parting = (right.keys + moved - 1).move()
        right.keys.moveInitialize(from: right.keys + moved, count: rest - 1)
      }
      (addresses + left).moveInitialize(from: right.addresses, count: moved)
      right.addresses.moveInitialize(from: right.addresses + moved, count: rest)
      (owners + left).moveInitialize(from: right.owners, count: moved)
      right.owners.moveInitialize(from: right.owners + moved, count: rest)
    }
    count = left + moved
    right.count = rest
    return parting
  }

  /// Moves the last `moved` items of the left neighbour, which keeps some, in front of one's own.
  ///
  /// - Returns: of inner nodes, the key that now parts the two; else nil.
  private func prepend(movingFrom left: OrderedMapBlock, _ moved: Int, partedBy key: consuming Key) -> Key? {
    let old = count
    let rest = left.count - moved
    var parting: Key?
    if level == 0 {
      (keys + moved).moveInitialize(from: keys, count: old)
      keys.moveInitialize(from: left.keys + rest, count: moved)
      (values + moved).moveInitialize(from: values, count: old)
      values.moveInitialize(from: left.values + rest, count: moved)
    } else {
      (keys + moved).moveInitialize(from: keys, count: old - 1)
      (keys + moved - 1).initialize(to: key)
      keys.moveInitialize(from: left.keys + rest, count: moved - 1)
      parting = (left.keys + rest - 1).move()
      (addresses + moved).moveInitialize(from: addresses, count: old)
      addresses.moveInitialize(from: left.addresses + rest, count: moved)
      (owners + moved).moveInitialize(from: owners, count: old)
      owners.moveInitialize(from: left.owners + rest, count: moved)
    }
    count = old + moved
    left.count = rest
    return parting
  }
}
