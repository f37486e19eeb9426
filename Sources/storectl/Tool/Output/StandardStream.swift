import LogStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file descriptor of this process as a sink; the only place where the tool talks to the system.
final class StandardStream: OutputSink, Sendable {
  /// Where results go.
  static var output: StandardStream { StandardStream(descriptor: STDOUT_FILENO) }
  /// Where messages go.
  static var errors: StandardStream { StandardStream(descriptor: STDERR_FILENO) }

  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether somebody looks at it.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether it is a terminal that shows colours to somebody who has not said no to them (no-color.org).
  var showsColours: Bool {
    isTerminal && Self.variable("NO_COLOR").isEmpty && Self.variable("TERM") != "dumb"
  }

  private static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }

  /// Has to come first: makes a closed pipe and a limit of file sizes errors instead of signals, sees to it that no
  /// file of a store ever gets the number of a standard stream that the caller has closed, and allows as many open
  /// files as the system does, since each segment of a store that is not mapped takes one.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    raiseFileLimit()
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // Opened the wrong way round, so that its use still fails as that of a closed one does.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Best effort: without it, large stores are refused with the system's word.
  private static func raiseFileLimit() {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(resource, &limit)
  }

  /// The arguments behind the program's name.
  ///
  /// - Throws: For one that is not UTF-8: Swift would replace its bytes by others, and so name another file.
  static func arguments() throws(UsageError) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      guard let argument = String(validatingCString: bytes) else {
        throw UsageError("argument \(index), '\(String(cString: bytes))', is not UTF-8; rename what it names")
      }
      arguments.append(argument)
    }
    return arguments
  }

  /// Ends the process.
  static func end(_ code: Int32) -> Never { exit(code) }

  /// The next bytes of the standard input; none at its end.
  static func read() throws -> [UInt8] {
    var failure: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, filled in
      while true {
        let count = systemRead(STDIN_FILENO, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0 { failure = errno }
        filled = max(0, count)
        return
      }
    }
    if let failure { throw StorageIOError(operation: "read", path: "the standard input", code: failure) }
    return bytes
  }

  /// Writes at once what nobody misses if it cannot be written.
  func show(_ text: String) {
    try? text.utf8.withContiguousStorageIfAvailable { try write(UnsafeRawBufferPointer($0)) }
  }

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

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
