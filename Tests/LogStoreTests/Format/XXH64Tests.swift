import LogStore
import Testing

/// Compares with values published with the reference implementation, then the streaming form with the
/// plain one.
@Suite struct XXH64Tests {
  /// The sanity buffer of the reference implementation (`xsum_sanity_check.c`).
  private static func sanityBuffer(_ count: Int) -> [UInt8] {
    var generator: UInt64 = 2_654_435_761
    return (0..<count).map { _ in
      defer { generator = generator &* 11_400_714_785_074_694_797 }
      return UInt8(truncatingIfNeeded: generator >> 56)
    }
  }

  @Test(
    arguments: [
      ("", 0, 0xEF46_DB37_51D8_E999),
      ("a", 0, 0xD24E_C4F1_A98C_6E5B),
      ("abc", 0, 0x44BC_2CF5_AD77_0999),
      ("", 0x9E37_79B1, 0xAC75_FDA2_929B_17EF),
      ("Nobody inspects the spammish repetition", 0, 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64, UInt64)]
  )
  func `published values of short texts come out`(text: String, seed: UInt64, expected: UInt64) {
    #expect(XXH64.hash(Array(text.utf8), seed: seed) == expected)
  }

  @Test(
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (0, 2_654_435_761, 0xAC75_FDA2_929B_17EF),
      (1, 0, 0xE934_A84A_DB05_2768), (1, 2_654_435_761, 0x5014_6076_43A9_B4C3),
      (4, 0, 0x9136_A0DC_A574_57EE), (4, 2_654_435_761, 0xCAAB_286B_D8E9_FDB5),
      (14, 0, 0x8282_DCC4_994E_35C8), (14, 2_654_435_761, 0xC3BD_6BF6_3DEB_6DF0),
      (222, 0, 0xB641_AE8C_B691_C174), (222, 2_654_435_761, 0x20CB_8AB7_AE10_C14A),
    ] as [(Int, UInt64, UInt64)]
  )
  func `the reference implementation's sanity values come out`(count: Int, seed: UInt64, expected: UInt64) {
    #expect(XXH64.hash(Self.sanityBuffer(count), seed: seed) == expected)
  }

  @Test(arguments: [0, 7, .max] as [UInt64])
  func `two words have the hash of their bytes`(seed: UInt64) {
    let bytes = Self.sanityBuffer(16)
    let words = bytes.withUnsafeBytes { raw in
      [0, 8].map { UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0, as: UInt64.self)) }
    }
    #expect(XXH64.hash(words[0], words[1], seed: seed) == XXH64.hash(bytes, seed: seed))
  }

  @Test func `the stream's hash equals that of the whole, wherever the bytes are parted`() {
    let bytes = Self.sanityBuffer(300)
    for count in 0...bytes.count {
      let whole = XXH64.hash(Array(bytes[..<count]), seed: 7)
      for step in [1, 3, 8, 31, 32, 33, 100] {
        var stream = XXH64.Stream(seed: 7)
        var start = 0
        while start < count {
          let end = min(count, start + step)
          stream.update(Array(bytes[start..<end]))
          start = end
        }
        #expect(stream.finish() == whole, "\(count) bytes by \(step)")
      }
    }
  }

  @Test func `a stream may be asked in between and goes on`() {
    let bytes = Self.sanityBuffer(90)
    var stream = XXH64.Stream(seed: 0)
    for (index, byte) in bytes.enumerated() {
      stream.update([byte])
      #expect(stream.finish() == XXH64.hash(Array(bytes[...index]), seed: 0))
    }
  }

  @Test func `an address without alignment gives the same hash`() {
    let bytes = Self.sanityBuffer(100)
    let expected = XXH64.hash(bytes, seed: 1)
    for shift in 1..<8 {
      let shifted = [UInt8](repeating: 0, count: shift) + bytes
      let hash = shifted.withUnsafeBytes {
        XXH64.hash(UnsafeRawBufferPointer(rebasing: $0[shift...]), seed: 1)
      }
      #expect(hash == expected)
    }
  }
}
