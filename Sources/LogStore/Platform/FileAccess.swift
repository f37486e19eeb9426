/// How a file is opened.
public enum FileAccess: Sendable {
  /// An existing file, for reading only.
  case readOnly
  /// An existing file, for reading and writing; writes are durable after `StorageFile.sync`.
  case readWrite
  /// A new file, for reading and writing; an error if anything has that name.
  case create
  /// As `create`, and only its owner may read and write it (mode 0600).
  case createPrivate
  /// An existing file or else a new one, for reading and writing.
  case createOrOpen
  /// An existing file whose writes return only when bytes and size are durable (`O_DSYNC`).
  case durable

  /// Whether a file is made where none is.
  package var creates: Bool {
    switch self {
    case .create, .createPrivate, .createOrOpen: true
    case .readOnly, .readWrite, .durable: false
    }
  }

  /// Whether a file that is there is refused.
  package var refusesPresent: Bool {
    switch self {
    case .create, .createPrivate: true
    case .readOnly, .readWrite, .createOrOpen, .durable: false
    }
  }

  /// Whether the handle may write.
  package var allowsWriting: Bool {
    switch self {
    case .readOnly: false
    case .readWrite, .create, .createPrivate, .createOrOpen, .durable: true
    }
  }
}
