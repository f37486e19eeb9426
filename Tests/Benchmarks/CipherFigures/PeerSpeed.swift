import Foundation

/// What OpenSSL does with the same lengths in the same minute, where its program is installed. Its code is
/// assembly for the vector units that the processor has.
enum PeerSpeed {
  static func run() throws -> [CipherFigure] {
    try [64, 1024, 65_536, 1 << 20].compactMap { length in
      guard let speed = try speed("chacha20-poly1305", length) else { return nil }
      return CipherFigure(name: "OpenSSL ChaCha20-Poly1305, \(length) bytes", value: speed, unit: "GB/s")
    }
      + [("sha256", 65_536)].compactMap { name, length in
        guard let speed = try speed(name, length) else { return nil }
        return CipherFigure(name: "OpenSSL SHA-256, \(length) bytes", value: speed, unit: "GB/s")
      }
  }

  /// Gigabytes a second, or nil where there is no such program or it says something else than expected.
  private static func speed(_ algorithm: String, _ length: Int) throws -> Double? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl", "speed", "-evp", algorithm, "-bytes", String(length), "-seconds", "1"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    // The last line is the name and the number of thousands of bytes a second, closed by a k.
    let word = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace).last
    guard let word, word.hasSuffix("k"), let thousands = Double(word.dropLast()) else { return nil }
    return thousands / 1e6
  }
}
