extension GroupHeader {
  /// Under which superblock a group was written that begins at a block of a half, judged by its header alone.
  ///
  /// - Parameter bytes: The half from that block on, at least the size of a header.
  /// - Returns: nil if there is no undamaged header of this store.
  static func generation(_ bytes: UnsafeRawBufferPointer, block: UInt32, storeSeed: UInt64) -> UInt64? {
    let size = FormatConstants.groupHeaderSize
    guard bytes.count >= size else { return nil }
    func word<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _ type: T.Type) -> T {
      T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
    let seed = storeSeed ^ word(8, UInt64.self) ^ UInt64(block)
    guard word(0, UInt32.self) == FormatConstants.groupMagic, word(16, UInt32.self) == block,
      word(88, UInt64.self) == XXH64.hash(UnsafeRawBufferPointer(rebasing: bytes[..<(size - 8)]), seed: seed)
    else { return nil }
    return word(48, UInt64.self)
  }
}
