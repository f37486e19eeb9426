import Foundation
import LogStore
import Testing
import StoreTool

/// Goal: damage is never served as data. Way: each byte of a closed store is changed, one at a time; then `check`
/// reports it, or `dump` prints what it printed before; and `dump` never prints anything else.
///
/// Zeros are sampled, and the write-ahead log, which a closed store does not need; with STORE_EVERY_BYTE in the
/// environment nothing is left out (minutes in a release build).
@Suite struct ByteFlipTests {
  private static let isExhaustive = ProcessInfo.processInfo.environment["STORE_EVERY_BYTE"] != nil

  private static func isChosen(_ path: String, _ offset: Int, _ byte: UInt8) -> Bool {
    if isExhaustive { return true }
    if path.contains("/wal.") { return offset % 397 == 0 }
    return byte != 0 || offset % 61 == 0
  }

  @Test(arguments: [false, true])
  func `a changed byte is found, or changes nothing`(compacts: Bool) throws {
    let sample = try SampleStore(compacts: compacts)
    let files = try sample.files()
    #expect(files.values.reduce(0) { $0 + $1.count } <= 192 << 10)
    let truth = ToolRun("dump", sample.path, io: sample.io).output
    var reported = 0
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      for (offset, byte) in bytes.enumerated() where Self.isChosen(path, offset, byte) {
        try sample.write([byte ^ (1 << UInt8(offset % 8))], to: path, at: UInt64(offset))
        let check = ToolRun("check", sample.path, io: sample.io)
        let isFound = check.code != .success
        if isFound { reported += 1 }
        if path.hasSuffix(".seg") {
          #expect(check.code == .corruption, "byte \(offset) of \(path)")
        }
        if !isFound || Self.isExhaustive || offset % 16 == 0 {
          let dump = ToolRun("dump", sample.path, io: sample.io)
          if dump.code == .success || !isFound {
            #expect(dump.output == truth, "a wrong value after byte \(offset) of \(path)")
          }
        }
        try sample.write([byte], to: path, at: UInt64(offset))
      }
    }
    #expect(reported > 1000)
    #expect(ToolRun("check", sample.path, io: sample.io).code == .success)
  }
}
