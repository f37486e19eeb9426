import LogStore
import Testing

@Suite struct StructuredValueTests {
  private func reason(_ bytes: [UInt8]) -> String? {
    bytes.withRawBytes { raw -> String? in
      do throws(ByteReader.Failure) {
        _ = try StructuredValue(decoding: raw)
        return nil
      } catch {
        return error.reason
      }
    }
  }

  @Test(
    arguments: [
      [0], [1], [3, 1, 0, 0, 0, 0, 0, 0, 0], [7, 1, 0, 0, 0, 0x61], [13, 1, 0, 0, 0, 1, 0, 0, 0, 2],
      [14, 6, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0x61, 0],
    ] as [[UInt8]]
  )
  func `a value that follows the rules is read`(bytes: [UInt8]) { #expect(reason(bytes) == nil) }

  @Test(
    arguments: [
      [], [15], [3, 1], [0, 0], [7, 1, 0, 0, 0, 0xFF], [7, 0xFF, 0xFF, 0xFF, 0xFF],
      [13, 0, 0, 0, 0, 1, 0, 0, 0, 2],
      [13, 255, 255, 255, 255, 255, 255, 255, 255], [13, 2, 0, 0, 0, 1, 0, 0, 0, 2, 2],
      [14, 12, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0x62, 0, 1, 0, 0, 0, 0x61, 0],
    ] as [[UInt8]]
  )
  func `a value that breaks a rule is refused`(bytes: [UInt8]) { #expect(reason(bytes) != nil) }

  @Test func `a nesting without end is refused`() {
    var bytes: [UInt8] = [0]
    for _ in 0..<300 {
      let size = UInt32(bytes.count)
      bytes = [13] + withUnsafeBytes(of: size.littleEndian) { Array($0) } + [1, 0, 0, 0] + bytes
    }
    #expect(reason(bytes)?.contains("nested deeper") == true)
  }
}
