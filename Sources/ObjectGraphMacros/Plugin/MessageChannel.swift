#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The pipe to the compiler: each message is preceded by its length, 8 bytes, little endian.
struct MessageChannel {
  private let input: Int32
  private let output: Int32
  /// Larger than any source file; a bigger length means that the stream is out of step.
  private static let maximumLength: UInt64 = 1 << 30

  init(input: Int32 = 0, output: Int32 = 1) {
    self.input = input
    self.output = output
  }

  /// The next message, or nil at the end of the stream.
  func receive() -> [UInt8]? {
    guard let header = read(count: 8) else { return nil }
    var length: UInt64 = 0
    for (index, byte) in header.enumerated() { length |= UInt64(byte) << UInt64(8 * index) }
    guard length <= Self.maximumLength else { return nil }
    return read(count: Int(length))
  }

  /// Sends one message; false if the compiler has gone.
  func send(_ message: [UInt8]) -> Bool {
    let length = UInt64(message.count)
    var bytes = (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(8 * $0)) }
    bytes += message
    return write(bytes)
  }

  private func read(count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let step = bytes.withUnsafeMutableBytes { buffer in
        systemRead(UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { return nil }
      filled += step
    }
    return bytes
  }

  private func systemRead(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(input, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(input, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(input, buffer.baseAddress, buffer.count)
    #endif
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let step = bytes.withUnsafeBytes { buffer in
        systemWrite(UnsafeRawBufferPointer(rebasing: buffer[sent...]))
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { return false }
      sent += step
    }
    return true
  }

  private func systemWrite(_ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(output, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.write(output, buffer.baseAddress, buffer.count)
    #else
      Darwin.write(output, buffer.baseAddress, buffer.count)
    #endif
  }
}
