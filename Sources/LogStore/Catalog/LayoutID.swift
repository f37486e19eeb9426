/// Number of a record layout; named by the header of each record. 0 is not used.
public struct LayoutID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The number as it stands in record headers.
  public var rawValue: UInt16
  /// Wraps a number of a record header.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// Order of registration.
  public static func < (a: LayoutID, b: LayoutID) -> Bool { a.rawValue < b.rawValue }
}
