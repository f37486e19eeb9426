import Foundation

/// A file to which one line is appended for each batch that is durable, for tests that kill the program.
struct AcknowledgementFile: ~Copyable {
  private let descriptor: Int32
  private let path: String

  init(path: String) throws(ToolError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    if descriptor < 0 {
      throw Self.failure("open", path)
    }
  }

  deinit {
    close(descriptor)
  }

  /// Appends a number in one write, so that a killed program leaves whole lines.
  func append(_ count: Int) throws(ToolError) {
    let line = Array("\(count)\n".utf8)
    let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written != line.count {
      throw Self.failure("write to", path)
    }
  }

  private static func failure(_ verb: String, _ path: String) -> ToolError {
    ToolError("cannot \(verb) '\(path)', which CATALOG_ACK names: \(String(cString: strerror(errno)))")
  }
}
