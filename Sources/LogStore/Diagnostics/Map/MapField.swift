/// What a byte of a store is: a field of a structure of FORMAT.md. There is one of each, so that sums are
/// kept by identity.
package final class MapField: Sendable {
  /// What the bytes are good for.
  package enum State: String, Sendable {
    /// They say something.
    case written
    /// They are there and mean nothing: space set aside, zeros, remains of what was replaced.
    case unused
    /// A write that a crash has cut off.
    case torn
    /// They are not what was written, or nobody knows what they are.
    case unknown
  }

  /// The structure that it is a part of, as FORMAT.md calls it.
  package let structure: String
  /// Its name there.
  package let name: String
  /// What its bytes are good for.
  package let state: State

  package init(_ structure: String, _ name: String, _ state: State = .written) {
    self.structure = structure
    self.name = name
    self.state = state
  }

  /// Bytes that are no field of anything.
  package static let unknown = MapField("unknown", "", .unknown)
  /// Zeros that nothing was written over.
  static let zeros = MapField("zeros", "", .unused)
  /// What is left of something that does not count any more.
  static let remains = MapField("remains", "", .unused)
}
