#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension StorageIOError {
  /// The error numbers that the engine itself raises or asks about, named without the system's module.
  package enum Code: Sendable, CaseIterable {
    case notPermitted, noSuchEntry, ioFailure, badHandle, accessDenied, alreadyExists, notADirectory
    case isADirectory, invalidArgument, tooManyFilesInProcess, tooManyFilesInSystem, fileTooLarge
    case noSpace, readOnlyFileSystem, directoryNotEmpty, nameTooLong, tooManyLinks, quotaExceeded
    case notSupported, noLocks, crossDevice, busy, staleHandle, noMemory

    /// The system's number.
    package var number: Int32 {
      switch self {
      case .notPermitted: EPERM
      case .noSuchEntry: ENOENT
      case .ioFailure: EIO
      case .badHandle: EBADF
      case .accessDenied: EACCES
      case .alreadyExists: EEXIST
      case .notADirectory: ENOTDIR
      case .isADirectory: EISDIR
      case .invalidArgument: EINVAL
      case .tooManyFilesInProcess: EMFILE
      case .tooManyFilesInSystem: ENFILE
      case .fileTooLarge: EFBIG
      case .noSpace: ENOSPC
      case .readOnlyFileSystem: EROFS
      case .directoryNotEmpty: ENOTEMPTY
      case .nameTooLong: ENAMETOOLONG
      case .tooManyLinks: ELOOP
      case .quotaExceeded: EDQUOT
      case .notSupported: EOPNOTSUPP
      case .noLocks: ENOLCK
      case .crossDevice: EXDEV
      case .busy: EBUSY
      case .staleHandle: ESTALE
      case .noMemory: ENOMEM
      }
    }
  }

  /// The name of the error number, or nil for one that the engine gives no meaning.
  package var knownCode: Code? { Code.allCases.first { $0.number == code } }

  /// Whether nothing has the path's name.
  package var isNoSuchEntry: Bool { code == ENOENT }

  /// Whether the cause is a lack of room that deleting files or raising a quota would cure.
  package var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }
}
