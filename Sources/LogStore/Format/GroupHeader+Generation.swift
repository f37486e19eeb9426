extension GroupHeader {
  /// Under which superblock a group was written that begins at a block of a half, judged by its header alone.
  ///
  /// - Parameter bytes: The half from that block on.
  /// - Returns: nil if there is no undamaged header of this store.
  static func generation(_ bytes: UnsafeRawBufferPointer, block: UInt32, storeSeed: UInt64) -> UInt64? {
    begins(bytes, block: block, storeSeed: storeSeed) ? bytes.word(48, UInt64.self) : nil
  }
}
