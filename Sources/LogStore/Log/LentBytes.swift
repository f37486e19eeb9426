/// Bytes of a segment: mapped, or read into a buffer of their own. Good as long as this is held.
struct LentBytes: ~Copyable {
  /// The bytes.
  let bytes: UnsafeRawBufferPointer
  private let segment: Segment
  private let buffer: UnsafeMutableRawBufferPointer?

  /// - Parameter buffer: Freed at the end; nil if the segment is mapped.
  init(_ bytes: UnsafeRawBufferPointer, of segment: Segment, buffer: UnsafeMutableRawBufferPointer?) {
    self.bytes = bytes
    self.segment = segment
    self.buffer = buffer
  }

  deinit { buffer?.deallocate() }
}
