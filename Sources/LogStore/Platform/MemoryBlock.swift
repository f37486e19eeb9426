#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One contiguous stretch of memory for a file's content, zero at first.
///
/// A file that outgrows its block gets one of at least twice the size; maps keep the old one alive. Large
/// blocks come from the system as untouched zero pages, so unused capacity costs addresses, not memory.
final class MemoryBlock: Sendable {
  /// The largest block, in bytes: what the address space can hold with room to spare.
  static let largest = 1 << 46

  /// The address as a number, since a pointer is not `Sendable`.
  private let address: UInt
  let capacity: Int

  /// A block without bytes.
  init() {
    capacity = 0
    address = 0
  }

  /// - Returns: nil when there is not so much memory.
  init?(capacity: Int) {
    guard let start = calloc(max(capacity, 1), 1) else { return nil }
    self.capacity = capacity
    address = UInt(bitPattern: start)
  }

  deinit { free(UnsafeMutableRawPointer(bitPattern: address)) }

  /// The first byte. Of an empty block it is an address that must not be read.
  var start: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: address == 0 ? 16 : address).unsafelyUnwrapped
  }

  /// A block of at least `size` bytes that starts with the first `count` bytes of this one.
  ///
  /// - Returns: nil when there is not so much memory.
  func grown(to size: Int, keeping count: Int) -> MemoryBlock? {
    guard let block = MemoryBlock(capacity: max(size, 2 * capacity, 4096)) else { return nil }
    if count > 0 { block.start.copyMemory(from: start, byteCount: count) }
    return block
  }
}
