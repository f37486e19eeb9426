/// What a cipher works on, at fixed addresses, so that no measured call pays for lending arrays.
final class CipherBuffers {
  let message: UnsafeMutableRawBufferPointer
  let key: UnsafeMutableRawBufferPointer
  let nonce: UnsafeMutableRawBufferPointer
  /// As long as the associated data of a sealed attribute.
  let associated: UnsafeMutableRawBufferPointer
  let tag: UnsafeMutableRawBufferPointer

  init(length: Int) {
    func bytes(_ count: Int, _ start: UInt8) -> UnsafeMutableRawBufferPointer {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
      for index in buffer.indices { buffer[index] = start &+ UInt8(truncatingIfNeeded: index) }
      return buffer
    }
    message = bytes(length, 1)
    key = bytes(32, 2)
    nonce = bytes(24, 3)
    associated = bytes(49, 4)
    tag = bytes(32, 5)
  }

  deinit {
    for buffer in [message, key, nonce, associated, tag] { buffer.deallocate() }
  }

  /// Room for a tag of 16 bytes.
  var shortTag: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: tag[..<16]) }
}
