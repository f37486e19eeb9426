/// Stable number of an entity in one store, assigned when it is first registered; 0 is not used.
public struct EntityID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The number as it stands in the catalog.
  public var rawValue: UInt16
  /// Wraps a number of the catalog.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// Order of registration.
  public static func < (a: EntityID, b: EntityID) -> Bool { a.rawValue < b.rawValue }
}
