import Foundation

/// Text on its way to a file descriptor, or kept in memory for tests.
///
/// Writes are gathered, and flushed at 64 KiB and at the end.
public final class TextOutput {
  /// Where the text goes.
  private enum Destination {
    case descriptor(FileHandle)
    case memory
  }

  private let destination: Destination
  private var pending: [UInt8] = []

  /// Writes to an open file descriptor, which stays open.
  public init(descriptor: Int32) {
    destination = .descriptor(FileHandle(fileDescriptor: descriptor, closeOnDealloc: false))
  }

  /// Keeps everything in memory.
  public init() {
    destination = .memory
  }

  /// What was written to memory so far.
  public var text: String { String(decoding: pending, as: UTF8.self) }

  /// Whether a person watches: the descriptor is a terminal.
  var isTerminal: Bool {
    guard case .descriptor(let handle) = destination else { return false }
    return isatty(handle.fileDescriptor) == 1
  }

  /// Adds a text.
  func write(_ text: String) throws(OutputError) {
    pending.append(contentsOf: text.utf8)
    if pending.count >= 65_536 { try flush() }
  }

  /// Adds a line.
  func writeLine(_ line: String) throws(OutputError) {
    try write(line)
    try write("\n")
  }

  /// Hands everything to the system.
  func flush() throws(OutputError) {
    guard case .descriptor(let handle) = destination else { return }
    var rest = pending[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(handle.fileDescriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        throw .readerLeft
      } else if errno != EINTR {
        throw .cannotWrite(reason: String(cString: strerror(errno)))
      }
    }
    pending.removeAll(keepingCapacity: true)
  }
}
