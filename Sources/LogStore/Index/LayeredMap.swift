/// A map in the order of its keys whose copies cost nothing and stay as they were: a base that lies mapped in a
/// checkpoint, and what has changed since, in memory.
///
/// The base costs no memory of the process but for the pages that are touched. Keys and values are of fixed
/// width.
package struct LayeredMap<Key: FixedKey, Value: BitwiseCopyable> {
  typealias Change = LayeredChange<Value>

  /// A key with its value.
  package typealias Entry = (key: Key, value: Value)

  let base: IndexRun<Key, Value>?
  var changes = OrderedMap<Key, Change>()

  /// Number of entries.
  package internal(set) var count = 0

  /// An empty map.
  package init() { base = nil }

  /// A map that is as its base.
  init(base: IndexRun<Key, Value>?) {
    self.base = base
    count = base?.count ?? 0
  }

  /// Whether there are no entries.
  package var isEmpty: Bool { count == 0 }

  /// Number of changes that are held in memory.
  package var changeCount: Int { changes.count }

  /// The value of a key. Setting nil removes it.
  ///
  /// - Complexity: O(log n) comparisons.
  package subscript(key: Key) -> Value? {
    get {
      if !changes.isEmpty, let change = changes[key] { return change.kind == .removed ? nil : change.value }
      return base?.value(key)
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
  package func contains(_ key: Key) -> Bool { self[key] != nil }

  /// The entry with the smallest key.
  package var first: Entry? {
    var cursor = cursor()
    return cursor.next()
  }

  /// The entry with the largest key.
  package var last: Entry? {
    var cursor = cursorAtEnd()
    return cursor.previous()
  }

  /// The entry with the smallest key that is not below `key`. O(log n).
  package func first(atOrAfter key: Key) -> Entry? {
    var cursor = cursor(from: key)
    return cursor.next()
  }

  /// The entry with the largest key below `key`. O(log n).
  package func last(before key: Key) -> Entry? {
    var cursor = cursorAtEnd(to: key)
    return cursor.previous()
  }

  /// Gives a key a value.
  ///
  /// - Returns: the value it had before.
  /// - Complexity: O(log n) comparisons.
  @discardableResult
  package mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    guard let base else {
      let old = changes.updateValue(Change(value: value, kind: .added), forKey: key)
      count = changes.count
      return old?.value
    }
    if let change = changes[key] {
      let kind = change.kind == .added ? Change.Kind.added : .replaced
      changes.updateValue(Change(value: value, kind: kind), forKey: key)
      guard change.kind == .removed else { return change.value }
      count += 1
      return nil
    }
    let old = base.value(key)
    changes.updateValue(Change(value: value, kind: old == nil ? .added : .replaced), forKey: key)
    if old == nil { count += 1 }
    return old
  }

  /// Removes a key.
  ///
  /// - Returns: the value it had.
  /// - Complexity: O(log n) comparisons; nothing is copied when the key is not there.
  @discardableResult
  package mutating func removeValue(forKey key: Key) -> Value? {
    guard let base else {
      let old = changes.removeValue(forKey: key)
      count = changes.count
      return old?.value
    }
    if let change = changes[key] {
      switch change.kind {
      case .added: changes.removeValue(forKey: key)
      case .replaced: changes.updateValue(Change(value: change.value, kind: .removed), forKey: key)
      case .removed: return nil
      }
      count -= 1
      return change.value
    }
    guard let old = base.value(key) else { return nil }
    changes.updateValue(Change(value: old, kind: .removed), forKey: key)
    count -= 1
    return old
  }

  /// Removes everything.
  package mutating func removeAll() { self = LayeredMap() }
}

extension LayeredMap: Sendable where Value: Sendable {}

extension LayeredMap where Value == Void {
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
