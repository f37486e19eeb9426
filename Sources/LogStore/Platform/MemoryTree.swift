import Synchronization

/// The names of a file system in memory: directories as tables from name to entry.
///
/// Names are kept as bytes, since Swift's strings would take two spellings of "é" for one name.
final class MemoryTree: Sendable {
  private typealias Name = [UInt8]

  private enum Entry {
    case directory(UInt64)
    case file(MemoryNode)
  }

  private struct Directory {
    var parent: UInt64
    var name: Name
    var entries: [Name: Entry] = [:]
  }

  private struct State {
    /// By inode number.
    var directories: [UInt64: Directory] = [MemoryTree.root: Directory(parent: MemoryTree.root, name: [])]
    var nextInode: UInt64 = MemoryTree.root + 1

    mutating func newInode() -> UInt64 {
      defer { nextInode += 1 }
      return nextInode
    }
  }

  private static let root: UInt64 = 1
  /// Device numbers with the high bit set, which no disk has, so that stores in two trees are never taken
  /// for one.
  private static let nextDevice = Atomic<UInt64>(1 << 63)

  private let device = MemoryTree.nextDevice.wrappingAdd(1, ordering: .relaxed).newValue
  private let state = Lock(State())

  /// Where a path leads: the directory of its last name, that name, and what is there now.
  private struct Place {
    var directory: UInt64
    /// Nil when the path ends in `/`, `.` or `..`, that is, names a directory by itself.
    var name: Name?
    var entry: Entry?
    /// Whether a slash at the end demands a directory.
    var demandsDirectory: Bool
  }

  /// Follows a path.
  ///
  /// - Throws: `ENOENT` or `ENOTDIR` when a directory on the way is missing or a file.
  private static func find(
    _ path: String,
    _ operation: String,
    in state: borrowing State
  ) throws(StorageIOError) -> Place {
    func failure(_ code: StorageIOError.Code) -> StorageIOError {
      StorageIOError(operation: operation, path: path, code: code)
    }
    let bytes = Array(path.utf8)
    if bytes.isEmpty { throw failure(.noSuchEntry) }
    if bytes.contains(0) { throw failure(.invalidArgument) }
    if bytes.count >= 4096 { throw failure(.nameTooLong) }
    let parts = bytes.split(separator: UInt8(ascii: "/"))
    let endsInSlash = bytes.last == UInt8(ascii: "/")
    var place = Place(directory: root, name: nil, entry: .directory(root), demandsDirectory: endsInSlash)
    for part in parts {
      let name = Name(part)
      if name.count > 255 { throw failure(.nameTooLong) }
      switch place.entry {
      case nil: throw failure(.noSuchEntry)
      case .file: throw failure(.notADirectory)
      case .directory(let inode):
        guard let directory = state.directories[inode] else { throw failure(.noSuchEntry) }
        if name == [UInt8(ascii: ".")] {
          place = Place(directory: inode, name: nil, entry: .directory(inode), demandsDirectory: true)
        } else if name == [UInt8(ascii: "."), UInt8(ascii: ".")] {
          let parent = directory.parent
          place = Place(directory: parent, name: nil, entry: .directory(parent), demandsDirectory: true)
        } else {
          place = Place(
            directory: inode,
            name: name,
            entry: directory.entries[name],
            demandsDirectory: endsInSlash
          )
        }
      }
    }
    if place.demandsDirectory, case .file = place.entry { throw failure(.notADirectory) }
    return place
  }
}

// MARK: Files

extension MemoryTree {
  /// The node of the file at a path, made if the access says so.
  func openNode(_ path: String, _ access: FileAccess) throws(StorageIOError) -> MemoryNode {
    try state.withLock { (state) throws(StorageIOError) -> MemoryNode in
      let place = try Self.find(path, "open", in: state)
      switch place.entry {
      case .file(let node):
        if access.refusesPresent { throw StorageIOError(operation: "open", path: path, code: .alreadyExists) }
        return node
      case .directory:
        let code: StorageIOError.Code = access.refusesPresent ? .alreadyExists : .isADirectory
        throw StorageIOError(operation: "open", path: path, code: code)
      case nil:
        guard access.creates, let name = place.name else {
          throw StorageIOError(operation: "open", path: path, code: .noSuchEntry)
        }
        if place.demandsDirectory { throw StorageIOError(operation: "open", path: path, code: .isADirectory) }
        let node = MemoryNode(inode: state.newInode())
        state.directories[place.directory]?.entries[name] = .file(node)
        return node
      }
    }
  }

  func metadata(_ path: String) throws(StorageIOError) -> FileMetadata? {
    try state.withLock { (state) throws(StorageIOError) -> FileMetadata? in
      let place: Place
      do throws(StorageIOError) {
        place = try Self.find(path, "stat", in: state)
      } catch {
        if error.knownCode == .noSuchEntry || error.knownCode == .notADirectory { return nil }
        throw error
      }
      return switch place.entry {
      case nil: nil
      case .directory(let inode): FileMetadata(kind: .directory, size: 0, device: device, inode: inode)
      case .file(let node): FileMetadata(kind: .file, size: node.size, device: device, inode: node.inode)
      }
    }
  }

  func remove(_ path: String) throws(StorageIOError) {
    try state.withLock { (state) throws(StorageIOError) in
      let place = try Self.find(path, "unlink", in: state)
      guard let entry = place.entry else {
        throw StorageIOError(operation: "unlink", path: path, code: .noSuchEntry)
      }
      guard case .file = entry, let name = place.name else {
        throw StorageIOError(operation: "unlink", path: path, code: .isADirectory)
      }
      state.directories[place.directory]?.entries[name] = nil
    }
  }
}

// MARK: Directories

extension MemoryTree {
  func createDirectory(_ path: String) throws(StorageIOError) {
    try state.withLock { (state) throws(StorageIOError) in
      let place = try Self.find(path, "mkdir", in: state)
      guard case nil = place.entry, let name = place.name else {
        throw StorageIOError(operation: "mkdir", path: path, code: .alreadyExists)
      }
      let inode = state.newInode()
      state.directories[inode] = Directory(parent: place.directory, name: name)
      state.directories[place.directory]?.entries[name] = .directory(inode)
    }
  }

  func contents(ofDirectory path: String) throws(StorageIOError) -> [String] {
    try state.withLock { (state) throws(StorageIOError) -> [String] in
      let place = try Self.find(path, "opendir", in: state)
      switch place.entry {
      case nil: throw StorageIOError(operation: "opendir", path: path, code: .noSuchEntry)
      case .file: throw StorageIOError(operation: "opendir", path: path, code: .notADirectory)
      case .directory(let inode):
        let names = state.directories[inode]?.entries.keys.sorted { $0.lexicographicallyPrecedes($1) }
        return (names ?? []).map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  func removeDirectory(_ path: String) throws(StorageIOError) {
    try state.withLock { (state) throws(StorageIOError) in
      let place = try Self.find(path, "rmdir", in: state)
      switch place.entry {
      case nil: throw StorageIOError(operation: "rmdir", path: path, code: .noSuchEntry)
      case .file: throw StorageIOError(operation: "rmdir", path: path, code: .notADirectory)
      case .directory(let inode):
        guard state.directories[inode]?.entries.isEmpty == true else {
          throw StorageIOError(operation: "rmdir", path: path, code: .directoryNotEmpty)
        }
        guard let name = place.name else {
          let code: StorageIOError.Code = inode == Self.root ? .busy : .invalidArgument
          throw StorageIOError(operation: "rmdir", path: path, code: code)
        }
        state.directories[inode] = nil
        state.directories[place.directory]?.entries[name] = nil
      }
    }
  }

  func canonicalPath(_ path: String) throws(StorageIOError) -> String {
    try state.withLock { (state) throws(StorageIOError) -> String in
      let place = try Self.find(path, "realpath", in: state)
      var names: [Name] = []
      var next: UInt64
      switch place.entry {
      case nil: throw StorageIOError(operation: "realpath", path: path, code: .noSuchEntry)
      case .file:
        names = place.name.map { [$0] } ?? []
        next = place.directory
      case .directory(let inode): next = inode
      }
      while next != Self.root, let directory = state.directories[next] {
        names.append(directory.name)
        next = directory.parent
      }
      return "/" + names.reversed().map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
    }
  }

  func rename(_ from: String, to: String) throws(StorageIOError) {
    func failure(_ code: StorageIOError.Code) -> StorageIOError {
      StorageIOError(operation: "rename", path: from, destination: to, code: code)
    }
    try state.withLock { (state) throws(StorageIOError) in
      let source: Place
      let target: Place
      do throws(StorageIOError) {
        source = try Self.find(from, "rename", in: state)
        target = try Self.find(to, "rename", in: state)
      } catch {
        throw StorageIOError(operation: "rename", path: from, destination: to, code: error.code)
      }
      guard let moved = source.entry else { throw failure(.noSuchEntry) }
      guard let oldName = source.name, let newName = target.name else { throw failure(.busy) }
      switch (moved, target.entry) {
      case (.file, nil):
        if target.demandsDirectory { throw failure(.notADirectory) }
      case (.file(let node), .file(let other)):
        if node === other { return }
      case (.file, .directory): throw failure(.isADirectory)
      case (.directory, .file): throw failure(.notADirectory)
      case (.directory(let inode), let other):
        if case .directory(let replaced) = other {
          if replaced == inode { return }
          guard state.directories[replaced]?.entries.isEmpty == true else {
            throw failure(.directoryNotEmpty)
          }
        }
        // A directory cannot become its own descendant.
        var ancestor = target.directory
        while ancestor != Self.root {
          if ancestor == inode { throw failure(.invalidArgument) }
          ancestor = state.directories[ancestor]?.parent ?? Self.root
        }
        if case .directory(let replaced) = other { state.directories[replaced] = nil }
        state.directories[inode]?.parent = target.directory
        state.directories[inode]?.name = newName
      }
      state.directories[source.directory]?.entries[oldName] = nil
      state.directories[target.directory]?.entries[newName] = moved
    }
  }
}
