import LogStore
import LogStoreTesting

/// Key files.
struct KeyFileTarget: FuzzTarget {
  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    var bytes: [UInt8] =
      switch random.below(4) {
      case 0: random.bytes(random.below(70))
      case 1: random.bytes(32)
      default:
        (0..<64).map { _ in random.one(of: Array("0123456789abcdefABCDEF".utf8)) }
          + Array("\r\n".utf8.prefix(random.below(3)))
      }
    if random.once(in: 2), !bytes.isEmpty {
      bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
    }
    if random.once(in: 6) { bytes += [UInt8](repeating: 10, count: random.below(5000)) }
    return bytes
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    let io = MemoryStorageIO()
    try io.open("/key", .create).write(input, at: 0)
    guard try KeyFile(at: "/key", io: io).read() != nil else { return false }
    guard input.count == 32 || input.count >= 64 else { throw FuzzViolation("a key of \(input.count) bytes") }
    return true
  }
}
