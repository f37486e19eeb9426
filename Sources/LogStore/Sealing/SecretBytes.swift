/// The one owner of a secret: a key, a passphrase, what was derived from them.
///
/// The bytes lie in pages of their own, outside the heap, are lent and never handed out, show in no text or
/// reflection, and are overwritten when the last owner goes, by a call that the optimiser cannot leave out.
/// They do not change, so threads may share them. An object takes a page; hold keys, not values.
package final class SecretBytes: Sendable {
  /// The largest secret, in bytes. Keys and passphrases are far shorter.
  package static let largest = 1 << 20

  /// How many bytes there are.
  package let count: Int
  /// The address as a number, since a pointer is not `Sendable`.
  private let address: UInt

  /// Makes room for a secret and lets the body write it. If the body throws, the room is wiped.
  ///
  /// - Throws: `outOfRange(.secret)` or `outOfMemory`, and what the body throws.
  package init(
    count: Int,
    filledBy body: (UnsafeMutableRawBufferPointer) throws(SealingError) -> Void
  ) throws(SealingError) {
    guard 0...Self.largest ~= count else {
      throw .outOfRange(.secret, allowed: 0...Self.largest, found: count)
    }
    guard let start = SystemCalls.allocateSecret(byteCount: count) else { throw .outOfMemory }
    self.count = count
    address = UInt(bitPattern: start)
    try body(UnsafeMutableRawBufferPointer(start: start, count: count))
  }

  /// Copies a secret. Wiping the source is up to the caller.
  package convenience init(copying bytes: UnsafeRawBufferPointer) throws(SealingError) {
    try self.init(count: bytes.count) { room in room.copyMemory(from: bytes) }
  }

  deinit {
    if let start = UnsafeMutableRawPointer(bitPattern: address) {
      SystemCalls.releaseSecret(start, byteCount: count)
    }
  }

  /// Lends the bytes for the duration of the call. They must not be kept or copied to where nothing wipes them.
  package func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The secret must outlive the call even where this is its last use.
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count))
  }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "secret of \(count) bytes" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
