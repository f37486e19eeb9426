#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the bytes of a control file come from: a file, standard input, or memory.
///
/// Files are read in pieces as the parser asks for them; nothing here holds a whole file.
public struct ByteSource: ~Copyable {
  /// The name that messages use: the path as it was given, or "standard input".
  public let name: String

  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let memory: [UInt8]
  private let pieceSize: Int
  private var position = 0

  /// Opens a file for reading; `-` stands for standard input.
  ///
  /// - Throws: `cannotOpen` with the system's reason; `isDirectory`.
  public init(path: String) throws(ControlFileError) {
    memory = []
    pieceSize = 0
    if path == "-" {
      name = "standard input"
      descriptor = STDIN_FILENO
      ownsDescriptor = false
      return
    }
    name = path
    ownsDescriptor = true
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 {
      throw .cannotOpen(path: path, reason: systemMessage(errno))
    }
    // A directory can be opened but not read; asking for no bytes tells before anything else is done.
    _ = try read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0))
  }

  /// Serves bytes that are in memory already, at most `pieceSize` of them a call.
  ///
  /// Small pieces let a test cut lines and characters at every place.
  public init(_ bytes: [UInt8], name: String = "memory", pieceSize: Int = 65_536) {
    self.name = name
    memory = bytes
    descriptor = -1
    ownsDescriptor = false
    self.pieceSize = max(1, pieceSize)
  }

  /// Serves the UTF-8 bytes of a text.
  public init(text: String, name: String = "memory") {
    self.init(Array(text.utf8), name: name)
  }

  deinit {
    if ownsDescriptor && descriptor >= 0 {
      close(descriptor)
    }
  }

  /// Fills a part of `buffer` and returns the number of bytes written there; 0 means the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ControlFileError) -> Int {
    if descriptor < 0 {
      let count = min(buffer.count, pieceSize, memory.count - position)
      buffer.copyBytes(from: memory[position..<position + count])
      position += count
      return count
    }
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 {
        return count
      }
      switch errno {
      case EINTR: continue
      case EISDIR: throw .isDirectory(path: name)
      default: throw .cannotRead(path: name, reason: systemMessage(errno))
      }
    }
  }
}

/// The system's words for an error number.
private func systemMessage(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}
