/// Appends little-endian numbers and counted bytes to an array.
package struct ByteWriter {
  /// What was written so far.
  package private(set) var bytes: [UInt8]

  /// Makes a writer.
  package init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Number of bytes written.
  package var count: Int { bytes.count }

  /// Appends a number.
  package mutating func append<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes.
  package mutating func append(contentsOf more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  /// Appends bytes.
  package mutating func append(contentsOf more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Appends zeros up to a size.
  package mutating func pad(to size: Int) {
    if bytes.count < size { bytes.append(contentsOf: repeatElement(0, count: size - bytes.count)) }
  }

  /// Appends a 32-bit count and the bytes.
  package mutating func append(counted more: [UInt8]) {
    append(UInt32(truncatingIfNeeded: more.count))
    bytes.append(contentsOf: more)
  }

  /// Appends a 32-bit count and the UTF-8 of a text.
  package mutating func append(text: String) { append(counted: Array(text.utf8)) }

  /// Overwrites a number.
  package mutating func store<T: FixedWidthInteger>(_ value: T, at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) { source in
      bytes.withUnsafeMutableBytes { $0[offset..<offset + source.count].copyBytes(from: source) }
    }
  }
}
