import Foundation
import LogStore

/// How many bytes or rounds a second each algorithm does.
enum Throughput {
  private static let lengths = [64, 1024, 65_536, 1 << 20]

  static func sealing() throws -> [CipherFigure] {
    try lengths.flatMap { length in
      let buffers = CipherBuffers(length: length)
      return try bytes("XChaCha20-Poly1305 seal", length) { try seal(buffers) }
    }
  }

  static func opening() throws -> [CipherFigure] {
    try lengths.flatMap { length in
      let buffers = CipherBuffers(length: length)
      let message = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 64)
      defer { message.deallocate() }
      try seal(buffers)
      return try bytes("XChaCha20-Poly1305 open", length) {
        try AuthenticatedCipher.xChaCha20Poly1305.open(
          UnsafeRawBufferPointer(buffers.message),
          into: message,
          key: UnsafeRawBufferPointer(buffers.key),
          nonce: UnsafeRawBufferPointer(buffers.nonce),
          authenticating: UnsafeRawBufferPointer(buffers.associated),
          tag: UnsafeRawBufferPointer(buffers.shortTag)
        )
      }
    }
  }

  static func hashing() throws -> [CipherFigure] {
    try lengths.flatMap { length in
      let buffers = CipherBuffers(length: length)
      return try bytes("SHA-256", length) {
        try SHA256.hash(UnsafeRawBufferPointer(buffers.message), into: buffers.tag)
      }
    }
  }

  static func deriving() throws -> [CipherFigure] {
    let buffers = CipherBuffers(length: 16)
    let rounds = 20_000
    let time = try nanoseconds {
      try PBKDF2.derive(
        from: UnsafeRawBufferPointer(buffers.message),
        salt: UnsafeRawBufferPointer(buffers.key),
        rounds: rounds,
        into: buffers.tag
      )
    }
    return [
      CipherFigure(name: "PBKDF2-HMAC-SHA256", value: Double(rounds) / time * 1e3, unit: "M rounds/s"),
      CipherFigure(name: "PBKDF2-HMAC-SHA256, 600000 rounds", value: time * 30 / 1e9, unit: "s"),
    ]
  }

  static func copying() throws -> [CipherFigure] {
    lengths.flatMap { length in
      let source = CipherBuffers(length: length)
      let target = CipherBuffers(length: length)
      return bytes("copy", length) {
        target.message.copyMemory(from: UnsafeRawBufferPointer(source.message))
      }
    }
  }

  private static func seal(_ buffers: CipherBuffers) throws(SealingError) {
    try AuthenticatedCipher.xChaCha20Poly1305.seal(
      inPlace: buffers.message,
      key: UnsafeRawBufferPointer(buffers.key),
      nonce: UnsafeRawBufferPointer(buffers.nonce),
      authenticating: UnsafeRawBufferPointer(buffers.associated),
      tag: buffers.shortTag
    )
  }

  /// The figures of a call that does a number of bytes.
  private static func bytes<Failure: Error>(
    _ name: String,
    _ length: Int,
    _ body: () throws(Failure) -> Void
  ) throws(Failure) -> [CipherFigure] {
    let time = try nanoseconds(body)
    return [
      CipherFigure(
        name: "\(name), \(length) bytes",
        value: Double(length) / time,
        unit: "GB/s",
        note: String(format: "%.3f us a call", time / 1e3)
      )
    ]
  }

  /// The time of a call: the least mean of five runs of 0.1 s, which is what other programs disturbed least.
  private static func nanoseconds<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure)
    -> Double
  {
    var best = Double.infinity
    for _ in 0..<5 {
      var calls = 0
      var step = 1
      let start = DispatchTime.now().uptimeNanoseconds
      var time: UInt64 = 0
      while time < 100_000_000 {
        for _ in 0..<step { try body() }
        calls += step
        time = DispatchTime.now().uptimeNanoseconds - start
        // Few looks at the clock, and at least a hundred all in all where calls are short.
        if time < 1_000_000 { step *= 2 }
      }
      best = min(best, Double(time) / Double(calls))
    }
    return best
  }
}
