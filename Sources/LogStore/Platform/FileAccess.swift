/// How a file is opened.
public enum FileAccess: Sendable {
  /// An existing file, for reading only.
  case readOnly
  /// An existing file, for reading and writing; writes are durable after `StorageFile.sync`.
  case readWrite
  /// A new file, for reading and writing; an error if anything has that name.
  case create
  /// An existing file or else a new one, for reading and writing.
  case createOrOpen
  /// An existing file whose writes return only when bytes and size are durable (`O_DSYNC`).
  case durable

  /// Whether the handle may write.
  package var allowsWriting: Bool {
    switch self {
    case .readOnly: false
    case .readWrite, .create, .createOrOpen, .durable: true
    }
  }
}
