/// Stable number of an attribute or relationship; one number space for the whole store, 0 is not used.
public struct PropertyID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The number as it stands in the catalog.
  public var rawValue: UInt32
  /// Wraps a number of the catalog.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Order of registration.
  public static func < (a: PropertyID, b: PropertyID) -> Bool { a.rawValue < b.rawValue }
}
