/// A map in the order of its keys whose copies cost nothing and stay as they were.
///
/// A B+tree with copy-on-write nodes. Copying copies one reference; a change copies the nodes on its path
/// that are shared with another copy, and edits the others in place. Nodes are about 1 KiB, so the capacity
/// follows from the size of keys and values.
package struct OrderedMap<Key: Comparable, Value> {
  typealias Node = OrderedMapNode<Key, Value>
  typealias Block = OrderedMapBlock<Key, Value>

  /// A key with its value.
  package typealias Entry = (key: Key, value: Value)

  /// Number of entries.
  package internal(set) var count = 0

  /// Nil exactly when there are no entries.
  var root: Node?

  /// An empty map.
  package init() {}

  /// Whether there are no entries.
  package var isEmpty: Bool { count == 0 }

  /// The value of a key. Setting nil removes it.
  ///
  /// - Complexity: O(log n) comparisons.
  package subscript(key: Key) -> Value? {
    get {
      guard let root else { return nil }
      defer { withExtendedLifetime(root) {} }
      let leaf = Block(root.address).leaf(for: key)
      let position = leaf.lowerBound(key)
      guard position < leaf.count, leaf.keys[position] == key else { return nil }
      return leaf.values[position]
    }
    set {
      if let newValue {
        updateValue(newValue, forKey: key)
      } else {
        removeValue(forKey: key)
      }
    }
  }

  /// Whether the key has a value.
  package func contains(_ key: Key) -> Bool {
    guard let root else { return false }
    defer { withExtendedLifetime(root) {} }
    let leaf = Block(root.address).leaf(for: key)
    let position = leaf.lowerBound(key)
    return position < leaf.count && leaf.keys[position] == key
  }

  /// The entry with the smallest key.
  package var first: Entry? {
    guard let root else { return nil }
    defer { withExtendedLifetime(root) {} }
    return Block(root.address).firstLeaf.entry(0)
  }

  /// The entry with the largest key.
  package var last: Entry? {
    guard let root else { return nil }
    defer { withExtendedLifetime(root) {} }
    let leaf = Block(root.address).lastLeaf
    return leaf.entry(leaf.count - 1)
  }

  /// The entry with the smallest key that is not below `key`. O(log n).
  package func first(atOrAfter key: Key) -> Entry? {
    guard let root else { return nil }
    defer { withExtendedLifetime(root) {} }
    let leaf = Block(root.address).leaf(for: key)
    let position = leaf.lowerBound(key)
    if position < leaf.count { return leaf.entry(position) }
    return Block(root.address).leaf(after: key)?.entry(0)
  }

  /// The entry with the largest key below `key`. O(log n).
  package func last(before key: Key) -> Entry? {
    guard let root else { return nil }
    defer { withExtendedLifetime(root) {} }
    let leaf = Block(root.address).leaf(for: key)
    let position = leaf.lowerBound(key)
    if position > 0 { return leaf.entry(position - 1) }
    return Block(root.address).leaf(before: key).map { $0.entry($0.count - 1) }
  }
}

extension OrderedMap: Sendable where Key: Sendable, Value: Sendable {}

extension OrderedMap where Value == Void {
  /// Adds a key.
  ///
  /// - Returns: false if it was there already.
  @discardableResult
  package mutating func insert(_ key: Key) -> Bool { updateValue((), forKey: key) == nil }

  /// Removes a key.
  ///
  /// - Returns: false if it was not there.
  @discardableResult
  package mutating func remove(_ key: Key) -> Bool { removeValue(forKey: key) != nil }
}
