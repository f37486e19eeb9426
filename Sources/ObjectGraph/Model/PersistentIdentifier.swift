package import LogStore

/// The identity of a stored object: which store, which entity, which number.
///
/// Given when the object is inserted, kept through saves, reopening and compaction, never reused. A decoded
/// identifier equals the one that was encoded.
public struct PersistentIdentifier: Hashable, Comparable, Codable, Sendable, Identifiable,
  CustomStringConvertible
{
  /// A hashable value for lists.
  public struct ID: Hashable, Sendable {
    let low: UInt64
    let high: UInt64
    let number: UInt64
  }

  let storeLow: UInt64
  let storeHigh: UInt64
  let number: UInt64
  /// Name of the entity that the object is of.
  public let entityName: String

  init(store: StoreID, entityName: String, number: UInt64) {
    storeLow = store.low
    storeHigh = store.high
    self.number = number
    self.entityName = entityName
  }

  /// The identity as a value of its own.
  public var id: ID { ID(low: storeLow, high: storeHigh, number: number) }

  /// The identity of the store as text; nil for an object that was never inserted.
  public var storeIdentifier: String? { storeID == .unregistered ? nil : storeID.description }

  /// Number of the object in its store.
  package var objectID: ObjectID { ObjectID(rawValue: number) }

  /// The store that gave the number.
  package var storeID: StoreID { StoreID(low: storeLow, high: storeHigh) }

  /// Whether both name the same object; the entity does not count.
  public static func == (a: Self, b: Self) -> Bool {
    a.number == b.number && a.storeLow == b.storeLow && a.storeHigh == b.storeHigh
  }

  /// Feeds number and store.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(storeLow)
  }

  /// Order of insertion inside a store.
  public static func < (a: Self, b: Self) -> Bool {
    (a.storeHigh, a.storeLow, a.number) < (b.storeHigh, b.storeLow, b.number)
  }

  /// Entity and number.
  public var description: String { "\(entityName)/\(number)" }
}

extension StoreID {
  /// Stands for "no store" in identifiers of objects that were never inserted.
  static var unregistered: StoreID { StoreID(low: 0, high: 0) }
}
