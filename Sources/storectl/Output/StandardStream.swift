#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file descriptor of this process as a sink; the only place where the tool talks to the system.
final class StandardStream: OutputSink {
  /// Where results go.
  static var output: StandardStream { StandardStream(descriptor: STDOUT_FILENO) }
  /// Where messages go.
  static var errors: StandardStream { StandardStream(descriptor: STDERR_FILENO) }

  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Has to come first: makes a closed pipe an error instead of a signal, and sees to it that no file of a
  /// store ever gets the number of a standard stream that the caller has closed.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // Opened the wrong way round, so that its use still fails as that of a closed one does.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends the process.
  static func end(_ code: Int32) -> Never { exit(code) }

  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = systemWrite(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EPIPE {
        throw .readerLeft
      } else if errno != EINTR {
        throw .cannotWrite(reason: String(cString: strerror(errno)))
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
