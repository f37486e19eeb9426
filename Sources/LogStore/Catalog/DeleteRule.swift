/// What happens to the objects at the other end when an owner is deleted.
public enum DeleteRule: UInt8, Sendable, Hashable {
  /// The reference is left as it is; reading it finds nothing.
  case noAction = 0
  /// The reference back is cleared.
  case nullify = 1
  /// The targets are deleted too.
  case cascade = 2
  /// The delete is refused while a target remains.
  case deny = 3
}
