/// Makes an `OrderedMap` from entries that come in rising order of their keys, with full leaves, several
/// times as fast as by insertion.
package struct OrderedMapBuilder<Key: Comparable, Value> {
  private typealias Map = OrderedMap<Key, Value>

  private var count = 0
  private var leaves: [Map.Node] = []
  /// The smallest key of each leaf.
  private var firstKeys: [Key] = []
  private var lastKey: Key?

  /// A builder without entries.
  package init() {}

  /// Adds an entry.
  ///
  /// - Returns: false, and nothing is added, when the key is not above the last one.
  package mutating func append(_ key: Key, _ value: Value) -> Bool {
    if let lastKey, !(lastKey < key) { return false }
    if leaves.isEmpty || Map.Block(leaves[leaves.count - 1].address).isFull {
      leaves.append(Map.Node(level: 0))
      firstKeys.append(key)
    }
    let leaf = Map.Block(leaves[leaves.count - 1].address)
    leaf.insert(key, value, at: leaf.count)
    lastKey = key
    count += 1
    return true
  }

  /// The map of all entries added; the builder is empty again.
  package mutating func finish() -> OrderedMap<Key, Value> {
    while leaves.count > 1 { (leaves, firstKeys) = Self.parents(of: leaves, firstKeys) }
    var map = Map()
    map.root = leaves.first
    map.count = count
    self = OrderedMapBuilder()
    return map
  }

  /// Gathers at least two nodes of one level under parents, evenly, so that each gets at least two.
  ///
  /// - Parameter firstKeys: The smallest key of each node; the first of them is passed on only.
  static func parents(
    of nodes: [OrderedMapNode<Key, Value>],
    _ firstKeys: [Key]
  ) -> (nodes: [OrderedMapNode<Key, Value>], firstKeys: [Key]) {
    let level = Map.Block(nodes[0].address).level + 1
    let parentCount = (nodes.count + Map.Block.innerCapacity - 1) / Map.Block.innerCapacity
    var parents: [Map.Node] = []
    var parentKeys: [Key] = []
    var start = 0
    for index in 0..<parentCount {
      let end = nodes.count * (index + 1) / parentCount
      let node = Map.Node(level: level)
      let block = Map.Block(node.address)
      block.adopt(nodes[start])
      for child in start + 1..<end {
        block.insert(nodes[child], after: block.count - 1, partedBy: firstKeys[child])
      }
      parents.append(node)
      parentKeys.append(firstKeys[start])
      start = end
    }
    return (parents, parentKeys)
  }
}

extension OrderedMap {
  /// Makes a map from entries in strictly rising order of their keys. O(n).
  ///
  /// - Returns: nil if they are not.
  package init?(sorted entries: some Sequence<(key: Key, value: Value)>) {
    var builder = OrderedMapBuilder<Key, Value>()
    for (key, value) in entries {
      guard builder.append(key, value) else { return nil }
    }
    self = builder.finish()
  }
}
