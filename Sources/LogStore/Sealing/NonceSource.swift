import Synchronization

/// Gives nonces that no other value was sealed with.
///
/// The first sixteen bytes are drawn once, the rest counts. A nonce repeats only if two sources draw the same 128
/// random bits: a copied, restored or rolled back store needs no thought. (A system call for each nonce would take
/// longer than sealing a short value.)
final class NonceSource: Sendable {
  private let low: UInt64
  private let high: UInt64
  private let counter = Atomic<UInt64>(0)

  init(_ io: any StorageIO) {
    low = io.random()
    high = io.random()
  }

  /// Writes 24 bytes.
  func store(to target: UnsafeMutableRawPointer) {
    target.store(low, 0)
    target.store(high, 8)
    target.store(counter.add(1, ordering: .relaxed).newValue, 16)
  }
}
