/// The permanent identity of an object (or of an edge) inside one store.
///
/// Dense, assigned by the store in rising order, never reused: a crash leaves holes, not repeats.
/// `0` is never assigned and stands for "no object" in reference slots.
public struct ObjectID: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable,
  CustomStringConvertible
{
  /// The number itself, as it stands in records.
  public var rawValue: UInt64

  /// Wraps a number read from a record or chosen by the store.
  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The reference to nothing.
  public static let none = ObjectID(rawValue: 0)

  /// Whether this refers to nothing.
  @inlinable public var isNone: Bool { rawValue == 0 }

  /// Order of assignment.
  @inlinable
  public static func < (a: ObjectID, b: ObjectID) -> Bool { a.rawValue < b.rawValue }

  /// The number in decimal.
  public var description: String { String(rawValue) }
}
