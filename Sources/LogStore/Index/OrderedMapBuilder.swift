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
    var level = 0
    while leaves.count > 1 {
      level += 1
      makeLevel(level)
    }
    var map = Map()
    map.root = leaves.first
    map.count = count
    self = OrderedMapBuilder()
    return map
  }

  /// Gathers the nodes so far under parents, evenly, so that each gets at least two.
  private mutating func makeLevel(_ level: Int) {
    let parentCount = (leaves.count + Map.Block.innerCapacity - 1) / Map.Block.innerCapacity
    var parents: [Map.Node] = []
    var parentKeys: [Key] = []
    var start = 0
    for index in 0..<parentCount {
      let end = leaves.count * (index + 1) / parentCount
      let node = Map.Node(level: level)
      let block = Map.Block(node.address)
      block.adopt(leaves[start])
      for child in start + 1..<end {
        block.insert(leaves[child], after: block.count - 1, partedBy: firstKeys[child])
      }
      parents.append(node)
      parentKeys.append(firstKeys[start])
      start = end
    }
    leaves = parents
    firstKeys = parentKeys
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
