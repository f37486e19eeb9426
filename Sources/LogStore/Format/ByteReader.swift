/// A bounds-checked cursor over bytes of a file: no input makes it leave them.
package struct ByteReader {
  /// What kept the bytes from being read.
  package struct Failure: Error, Equatable {
    /// Where the cursor stood.
    package var offset: Int
    /// What was wrong there.
    package var reason: String
  }

  private let bytes: UnsafeRawBufferPointer
  /// Where the next read begins.
  package private(set) var offset: Int

  /// Starts at the first byte.
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    offset = 0
  }

  /// Bytes that were not read yet.
  package var remaining: Int { bytes.count - offset }

  /// Reads a number.
  package mutating func read<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) throws(Failure) -> T {
    guard remaining >= MemoryLayout<T>.size else { throw failure("ends within a number") }
    defer { offset += MemoryLayout<T>.size }
    return T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  /// Reads bytes.
  package mutating func read(count: Int) throws(Failure) -> UnsafeRawBufferPointer {
    guard count >= 0, remaining >= count else { throw failure("ends within \(count) bytes") }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  /// Reads a 32-bit count and that many bytes.
  package mutating func readCounted() throws(Failure) -> UnsafeRawBufferPointer {
    let count = try read(UInt32.self)
    return try read(count: Int(count))
  }

  /// Reads a 32-bit count and that many bytes of valid UTF-8.
  package mutating func readText() throws(Failure) -> String {
    let raw = try readCounted()
    guard let text = String(validating: raw, as: UTF8.self) else { throw failure("text is not UTF-8") }
    return text
  }

  /// A failure at the present place.
  package func failure(_ reason: String) -> Failure { Failure(offset: offset, reason: reason) }
}
