/// Bytes of a file that are readable as memory, for as long as this object lives.
///
/// A pointer taken from `bytes` must not outlive the region: keep the object, for example with
/// `withExtendedLifetime`, around every use of it.
public final class MappedRegion: Sendable {
  /// The address as a number, since a pointer is not `Sendable`; 0 for an empty region.
  private let address: UInt
  /// Length in bytes.
  public let count: Int
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Takes charge of memory.
  ///
  /// - Parameters:
  ///   - bytes: memory that stays readable, and whose bytes below any published mark do not change, until
  ///     `release` runs.
  ///   - release: called once, at the end, with the same memory. It may also just hold an owner.
  public init(bytes: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
    self.address = UInt(bitPattern: bytes.baseAddress)
    self.count = bytes.count
    self.release = release
  }

  deinit { release(bytes) }

  /// The memory.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }
}
