/// Stable number of an entity in one store, assigned when it is first registered; 0 is not used.
public struct EntityID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The number as it stands in the catalog.
  public var rawValue: UInt16
  /// Wraps a number of the catalog.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// Order of registration.
  public static func < (a: EntityID, b: EntityID) -> Bool { a.rawValue < b.rawValue }
}

/// Stable number of an attribute or relationship; one number space for the whole store, 0 is not used.
public struct PropertyID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The number as it stands in the catalog.
  public var rawValue: UInt32
  /// Wraps a number of the catalog.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Order of registration.
  public static func < (a: PropertyID, b: PropertyID) -> Bool { a.rawValue < b.rawValue }
}

/// Number of a record layout; named by the header of each record. 0 is not used.
public struct LayoutID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The number as it stands in record headers.
  public var rawValue: UInt16
  /// Wraps a number of a record header.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// Order of registration.
  public static func < (a: LayoutID, b: LayoutID) -> Bool { a.rawValue < b.rawValue }
}
