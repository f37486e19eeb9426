/// Bytes of a file that are readable as memory, for as long as this object lives.
///
/// Prefer `withBytes`, which keeps the region while the bytes are read.
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

  /// Lends the memory; the region lives at least until the body is done.
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }

  /// The memory, for callers that hold the region in a stored property meanwhile.
  ///
  /// Swift may free an object after its last use: `map(length: 9).bytes[0]` reads memory that is already
  /// gone. Where nothing else holds the region, use `withBytes`.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }
}
