/// Growable memory that is kept and filled anew: memory touched for the first time costs more than the copying.
///
/// Whoever owns it has to see to it that one thread at a time touches it; `CommitGroup` says who that is.
package final class ByteBuffer: @unchecked Sendable {  // one owner at a time, as said above
  // Checking each access at run time would cost more than appending a record does.
  @exclusivity(unchecked) private var memory: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var capacity: Int
  /// Bytes in use.
  @exclusivity(unchecked) package private(set) var count = 0

  /// Makes an empty buffer.
  package init(capacity: Int = 16 << 10) {
    self.capacity = capacity
    memory = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// The bytes in use. Valid until more are appended.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  /// The first byte. Valid until more are appended.
  package var base: UnsafeMutableRawPointer { memory }

  /// Bytes of memory held.
  package var footprint: Int { capacity }

  /// Adds room for bytes, which the caller fills.
  ///
  /// - Returns: Where they begin, valid until more are appended.
  package func extend(by size: Int) -> UnsafeMutableRawPointer {
    if count + size > capacity { grow(to: count + size) }
    let start = memory + count
    count += size
    return start
  }

  private func grow(to size: Int) {
    let larger = max(size, capacity * 2)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    moved.copyMemory(from: memory, byteCount: count)
    memory.deallocate()
    memory = moved
    capacity = larger
  }

  /// Appends bytes.
  package func append(_ bytes: UnsafeRawBufferPointer) {
    let start = extend(by: bytes.count)
    if let source = bytes.baseAddress { start.copyMemory(from: source, byteCount: bytes.count) }
  }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

  /// Appends zeros.
  package func appendZeros(_ size: Int) {
    extend(by: size).initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  /// Forgets the bytes behind a place.
  package func cut(to size: Int) { count = min(count, size) }
}
