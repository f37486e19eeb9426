/// In what form the chunks of a blob are kept. All that depends on it, for writing and for reading, is here.
enum BlobAlgorithm: UInt8, Sendable {
  /// As they are.
  case clear = 0

  /// Bytes that a chunk takes more than the part of the value in it.
  var overhead: Int {
    switch self {
    case .clear: 0
    }
  }

  /// Brings a part of the value into the form of a chunk.
  ///
  /// - Parameters:
  ///   - count: Bytes of the value, which are the first ones of the buffer.
  ///   - buffer: Has room for the overhead behind them.
  func enclose(_ count: Int, in buffer: UnsafeMutableRawBufferPointer, number: UInt64) {
    switch self {
    case .clear: break
    }
  }

  /// Brings a chunk back into the form of the value, in place.
  ///
  /// - Returns: false if it does not open.
  func disclose(_ count: Int, in buffer: UnsafeMutableRawBufferPointer, number: UInt64) -> Bool {
    switch self {
    case .clear: true
    }
  }
}
