import Foundation

/// Memory behind which nothing can be read: an input ends at its end, so that a decoder that reads on is caught.
final class GuardedMemory {
  private static let capacity = 8 << 20
  private let end: UnsafeMutableRawPointer

  /// - Throws: `FuzzViolation` if the system gives no memory.
  init() throws {
    let guardSize = 64 << 10
    let start = mmap(
      nil,
      Self.capacity + guardSize,
      PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS,
      -1,
      0
    )
    guard let start, start != MAP_FAILED, mprotect(start + Self.capacity, guardSize, PROT_NONE) == 0 else {
      throw FuzzViolation("no memory for inputs: \(String(cString: strerror(errno)))")
    }
    end = start + Self.capacity
  }

  /// Lends a copy of bytes.
  func lend<Result>(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    guard bytes.count <= Self.capacity else { throw FuzzViolation("an input of \(bytes.count) bytes") }
    let place = UnsafeMutableRawBufferPointer(start: end - bytes.count, count: bytes.count)
    place.copyBytes(from: bytes)
    return try body(UnsafeRawBufferPointer(place))
  }
}
