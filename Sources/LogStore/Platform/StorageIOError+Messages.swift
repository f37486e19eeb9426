extension StorageIOError: CustomStringConvertible {
  /// What was tried, on what, what the system said, and what to do next.
  public var description: String {
    let target = destination.map { "\(path) to \($0)" } ?? path
    let cause = "\(SystemCalls.message(code)) (error \(code) of \(operation))"
    return "Could not \(verb) \(target): \(cause). \(remedy)"
  }

  /// The act in words, to follow "could not".
  private var verb: String {
    switch operation {
    case "open": "open"
    case "stat", "fstat": "read the metadata of"
    case "mkdir": "create the directory"
    case "opendir", "readdir": "list the directory"
    case "fsync": "make durable the names in the directory"
    case "fdatasync": "make durable the content of"
    case "rename": "rename"
    case "unlink": "remove the file"
    case "rmdir": "remove the directory"
    case "realpath": "resolve the path"
    case "statfs": "tell the file system of"
    case "statvfs": "ask the free space at"
    case "pread": "read"
    case "pwrite": "write"
    case "ftruncate": "change the size of"
    case "fallocate": "reserve space for"
    case "mmap": "map"
    case "fcntl": "lock a byte of"
    case "relocation": "find the file that was opened at"
    default: "\(operation)"
    }
  }

  /// What the reader of the message can do about it.
  private var remedy: String {
    switch knownCode {
    case .noSuchEntry:
      "Check the spelling of the path, and that every directory on it exists."
    case .accessDenied, .notPermitted:
      "Give this user the right to the file and to search every directory above it, or run as its owner."
    case .alreadyExists:
      "Choose another name, or remove what is there if nothing needs it."
    case .notADirectory where operation == "rename":
      "Something that is no directory is there, such as a link that leads nowhere; remove it if nothing needs it, or "
        + "choose another path."
    case .notADirectory:
      "A part of the path is a file where a directory is needed; correct the path or move that file away."
    case .isADirectory:
      "The path is a directory where a file is needed; correct the path."
    case .noSpace:
      "Free space on this file system, then try again."
    case .quotaExceeded:
      "The disk quota of this user is used up; remove files or have it raised, then try again."
    case .readOnlyFileSystem:
      "The file system is mounted read-only; remount it for writing or open the store read-only."
    case .tooManyFilesInProcess:
      "This process has too many files open; close some or raise its limit (ulimit -n)."
    case .tooManyFilesInSystem:
      "The system has too many files open; stop programs that hold many of them."
    case .directoryNotEmpty:
      "Remove what the directory holds first."
    case .ioFailure:
      "The device failed; see the kernel log (dmesg), check the disk, and reopen the store before writing."
    case .nameTooLong:
      "Use a shorter path."
    case .tooManyLinks:
      "The symbolic links on the path lead in a circle; correct them."
    case .fileTooLarge:
      "The file system or a limit of this process (ulimit -f) allows no file of this size; raise the limit."
    case .notSupported, .noLocks:
      "This file system lacks the function; move the store to a local file system such as ext4, XFS or Btrfs."
    case .crossDevice:
      "Both paths must lie on one file system; choose a destination beside the source."
    case .busy:
      "Something else uses it now; stop that, then try again."
    case .staleHandle:
      "It was moved, replaced or removed: put it back, or open it where it is now; on a network file system, "
        + "move the store to a local one."
    case .badHandle:
      "The file was opened for reading only; open the store for writing."
    case .noMemory:
      "Memory or map space ran out; free some, or open the store with mapping switched off."
    case .invalidArgument:
      "The file system does not accept this path, offset or size; check it, and that the file was not cut."
    case nil:
      "The error number tells the cause; see errno(3) and the manual page \(operation)(2)."
    }
  }
}
