/// Puts many entries into the nodes of an `OrderedMap` at once.
///
/// A leaf that is shared with another copy of the map is not copied and then changed: one pass writes old and new
/// entries to a new leaf, or to several, evenly filled, where one cannot hold them.
struct OrderedMapMerge<Key: Comparable, Value> {
  typealias Node = OrderedMapNode<Key, Value>
  typealias Block = OrderedMapBlock<Key, Value>
  typealias Entries = UnsafeBufferPointer<(key: Key, value: Value)>

  /// A node that a parted one leaves on its right, and the smallest key that may be in it.
  private struct Part {
    var node: Node
    var key: Key
  }

  /// Number of keys that were not there before.
  private(set) var added = 0
  /// The parts of the node that was dealt with last, in order.
  private var parts: [Part] = []

  /// Puts entries into a node or below it, and leaves in `parts` what it cannot hold.
  ///
  /// - Parameters:
  ///   - entries: At least one, in rising order, all within the bounds of the node.
  ///   - node: The only reference to it that counts, in a node that is not shared.
  ///   - isRightEdge: Whether no keys of the map lie above those of the node.
  mutating func put(_ entries: Entries, into node: inout Node, isRightEdge: Bool) {
    parts.removeAll(keepingCapacity: true)
    if Block(node.address).level == 0 {
      putIntoLeaf(entries, &node, isRightEdge)
    } else {
      putBelow(entries, &node, isRightEdge)
    }
  }

  /// The root over a node and what was parted from it.
  mutating func gathered(_ node: Node) -> Node {
    guard !parts.isEmpty else { return node }
    var nodes = [node] + parts.map(\.node)
    // The key before the first node is never looked at.
    var keys = [parts[0].key] + parts.map(\.key)
    while nodes.count > 1 { (nodes, keys) = OrderedMapBuilder<Key, Value>.parents(of: nodes, keys) }
    return nodes[0]
  }

  // MARK: Inner nodes

  private mutating func putBelow(_ entries: Entries, _ node: inout Node, _ isRightEdge: Bool) {
    if !isKnownUniquelyReferenced(&node) { node = Node(copyOf: node) }
    let owner = node
    defer { withExtendedLifetime(owner) {} }
    let block = Block(owner.address)
    var grown: [(slot: Int, parts: [Part])] = []
    var start = 0
    while start < entries.count {
      let slot = block.childSlot(entries[start].key)
      let isLast = slot == block.count - 1
      var end = isLast ? entries.count : start + 1
      while end < entries.count, entries[end].key < block.keys[slot] { end += 1 }
      let child = block.owners + slot
      put(
        Entries(rebasing: entries[start..<end]),
        into: &child.pointee,
        isRightEdge: isRightEdge && isLast
      )
      block.addresses[slot] = child.pointee.address
      if !parts.isEmpty {
        grown.append((slot, parts))
        parts.removeAll(keepingCapacity: true)
      }
      start = end
    }
    guard !grown.isEmpty else { return }
    let total = grown.reduce(block.count) { $0 + $1.parts.count }
    guard total > Block.innerCapacity else {
      for (slot, parts) in grown.reversed() {
        for part in parts.reversed() { block.insert(part.node, after: slot, partedBy: part.key) }
      }
      return
    }
    part(&node, with: grown, total, entries[0].key)
  }

  /// Parts an inner node that would get too many children.
  private mutating func part(
    _ node: inout Node,
    with grown: [(slot: Int, parts: [Part])],
    _ total: Int,
    _ placeholder: Key
  ) {
    // Only this reference tells the compiler that the block is read until the end.
    let old = node
    defer { withExtendedLifetime(old) {} }
    let block = Block(old.address)
    var nodes: [Node] = []
    var keys: [Key] = []
    nodes.reserveCapacity(total)
    keys.reserveCapacity(total)
    var next = 0
    for slot in 0..<block.count {
      nodes.append(block.owners[slot])
      // The key before the first node is never looked at.
      keys.append(slot == 0 ? placeholder : block.keys[slot - 1])
      guard next < grown.count, grown[next].slot == slot else { continue }
      for part in grown[next].parts {
        nodes.append(part.node)
        keys.append(part.key)
      }
      next += 1
    }
    let (parents, parting) = OrderedMapBuilder<Key, Value>.parents(of: nodes, keys)
    node = parents[0]
    for index in 1..<parents.count { parts.append(Part(node: parents[index], key: parting[index])) }
  }

  // MARK: Leaves

  private mutating func putIntoLeaf(_ entries: Entries, _ node: inout Node, _ isRightEdge: Bool) {
    let isShared = !isKnownUniquelyReferenced(&node)
    // Only this reference tells the compiler that the block is read until the end.
    let old = node
    defer { withExtendedLifetime(old) {} }
    let leaf = Block(old.address)
    if leaf.count + entries.count <= Block.leafCapacity {
      guard !isShared else {
        let copy = Node(level: 0)
        var stream = Stream(leaf, entries)
        added += stream.move(upTo: Block.leafCapacity, to: Block(copy.address)) - leaf.count
        node = copy
        return
      }
      for entry in entries { putInPlace(entry.key, entry.value, leaf) }
      return
    }
    let fresh = numberOfNew(entries, leaf)
    added += fresh
    let total = leaf.count + fresh
    // What comes in order leaves full nodes behind.
    let isAppended = isRightEdge && (leaf.count == 0 || leaf.keys[leaf.count - 1] < entries[0].key)
    let leaves = (total + Block.leafCapacity - 1) / Block.leafCapacity
    var stream = Stream(leaf, entries)
    var done = 0
    var first: Node?
    for index in 0..<leaves {
      let end = isAppended ? min(total, (index + 1) * Block.leafCapacity) : total * (index + 1) / leaves
      let new = Node(level: 0)
      let block = Block(new.address)
      done += stream.move(upTo: end - done, to: block)
      if first == nil { first = new } else { parts.append(Part(node: new, key: block.keys[0])) }
    }
    if let first { node = first }
  }

  private mutating func putInPlace(_ key: Key, _ value: Value, _ leaf: Block) {
    let position = leaf.lowerBound(key)
    if position < leaf.count, leaf.keys[position] == key {
      leaf.values[position] = value
    } else {
      leaf.insert(key, value, at: position)
      added += 1
    }
  }

  /// How many keys a leaf does not have yet.
  private func numberOfNew(_ entries: Entries, _ leaf: Block) -> Int {
    var new = 0
    for index in entries.indices {
      let key = entries[index].key
      if index + 1 < entries.count, !(key < entries[index + 1].key) { continue }
      let position = leaf.lowerBound(key)
      if position == leaf.count || key < leaf.keys[position] { new += 1 }
    }
    return new
  }

  /// The entries of a leaf and those that are put into it, in order, each key once.
  private struct Stream {
    private let leaf: Block
    private let entries: Entries
    private var old = 0
    private var new = 0

    init(_ leaf: Block, _ entries: Entries) {
      self.leaf = leaf
      self.entries = entries
    }

    /// Fills an empty leaf with the next entries.
    ///
    /// - Returns: How many there were.
    mutating func move(upTo count: Int, to target: Block) -> Int {
      let (keys, values) = (target.keys, target.values)
      var place = 0
      while place < count {
        while new + 1 < entries.count, !(entries[new].key < entries[new + 1].key) { new += 1 }
        // What lies between two new entries goes in one piece.
        let end = new == entries.count ? leaf.count : leaf.lowerBound(entries[new].key)
        if old < end {
          let length = min(end - old, count - place)
          (keys + place).initialize(from: leaf.keys + old, count: length)
          (values + place).initialize(from: leaf.values + old, count: length)
          old += length
          place += length
          continue
        }
        guard new < entries.count else { break }
        if old < leaf.count, leaf.keys[old] == entries[new].key { old += 1 }
        (keys + place).initialize(to: entries[new].key)
        (values + place).initialize(to: entries[new].value)
        new += 1
        place += 1
      }
      target.count = place
      return place
    }
  }
}
