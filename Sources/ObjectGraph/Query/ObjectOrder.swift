import Foundation
import LogStore

/// An order that only objects can tell: a key is computed by the class.
///
/// Each key of an object is read once. Objects that are equal in all keys keep their places, whichever way a
/// key is ordered; nil comes first in rising order.
struct ObjectOrder<Object> {
  /// An object with its keys.
  private struct Entry {
    var keys: [(any Comparable)?]
    var place: Int
    var object: Object
  }

  /// What tells the order, most significant first.
  let descriptors: [SortDescriptor<Object>]
  /// How texts are compared.
  let textOrder: TextOrder

  /// The first of some objects in order.
  ///
  /// - Parameter bound: How many are asked for. For `n` of them, up to `2n + 64` objects are held with their keys.
  func sorted(_ objects: some Sequence<Object>, bound: Int?) -> [Object] {
    let capacity = ResultSorter.capacity(for: bound)
    let text = textOrder.compare
    var entries: [Entry] = []
    for (place, object) in objects.enumerated() {
      entries.append(Entry(keys: descriptors.map { Self.key(of: object, $0) }, place: place, object: object))
      if entries.count >= capacity { cut(&entries, bound, text) }
    }
    cut(&entries, bound, text)
    return entries.map(\.object)
  }

  /// The keys in words, for plans.
  var descriptions: [String] {
    descriptors.map { descriptor in
      let key = descriptor.keyPath.map { "\($0)" } ?? "a comparison"
      return key + (descriptor.order == .forward ? "" : " descending") + " (on objects)"
    }
  }

  private func cut(
    _ entries: inout [Entry],
    _ bound: Int?,
    _ text: (@Sendable (String, String) -> Int)?
  ) {
    entries.sort { isOrdered($0, $1, text) }
    if let bound, entries.count > bound { entries.removeSubrange(bound...) }
  }

  private static func key(of object: Object, _ descriptor: SortDescriptor<Object>) -> (any Comparable)? {
    guard let keyPath = descriptor.keyPath else { return nil }
    let value: Any = object[keyPath: keyPath]
    if let optional = value as? any OptionalValue { return optional.payload as? any Comparable }
    return value as? any Comparable
  }

  private func isOrdered(_ a: Entry, _ b: Entry, _ text: (@Sendable (String, String) -> Int)?) -> Bool {
    for (index, descriptor) in descriptors.enumerated() {
      let order =
        descriptor.keyPath == nil
        ? descriptor.compare(a.object, b.object).rawValue
        : (descriptor.order == .forward ? 1 : -1) * Self.compare(a.keys[index], b.keys[index], text)
      if order != 0 { return order < 0 }
    }
    return a.place < b.place
  }

  private static func compare(
    _ a: (any Comparable)?,
    _ b: (any Comparable)?,
    _ text: (@Sendable (String, String) -> Int)?
  ) -> Int {
    guard let a else { return b == nil ? 0 : -1 }
    guard let b else { return 1 }
    if let text, let a = a as? String, let b = b as? String { return text(a, b) }
    return order(a, b)
  }

  private static func order<T: Comparable>(_ a: T, _ b: any Comparable) -> Int {
    guard let b = b as? T else { return 0 }
    return a < b ? -1 : (b < a ? 1 : 0)
  }
}
