extension UnsafeRawBufferPointer {
  /// The little-endian number at an offset, which must lie in the buffer with all its bytes.
  @inline(__always)
  func word<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _ type: T.Type) -> T {
    T(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}

extension UnsafeMutableRawPointer {
  /// Stores a number little-endian at an offset.
  @inline(__always)
  func store<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, _ offset: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
  }
}
