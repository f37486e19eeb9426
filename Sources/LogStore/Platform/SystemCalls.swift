#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// MARK: Calls that the system's Swift module does not offer
//
// Each is bound by its C symbol; the Swift signature must agree with the C one given above it on the
// 64-bit platforms that Swift supports (`long` and `off_t` are 64 bits wide, `int` 32).

#if canImport(Glibc)
  /// `int fallocate64(int fd, int mode, off64_t offset, off64_t len)` (fcntl.h).
  @_silgen_name("fallocate64")
  private func systemAllocate(_ descriptor: Int32, _ mode: Int32, _ offset: Int64, _ length: Int64) -> Int32

  /// `int __xpg_strerror_r(int errnum, char *buf, size_t buflen)`: the POSIX form of `strerror_r`.
  @_silgen_name("__xpg_strerror_r")
  private func systemErrorText(_ code: Int32, _ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int32
#else
  /// `int fallocate(int fd, int mode, off_t offset, off_t len)` (fcntl.h).
  @_silgen_name("fallocate")
  private func systemAllocate(_ descriptor: Int32, _ mode: Int32, _ offset: Int64, _ length: Int64) -> Int32

  /// `int strerror_r(int errnum, char *buf, size_t buflen)` (string.h).
  @_silgen_name("strerror_r")
  private func systemErrorText(_ code: Int32, _ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int32
#endif

/// `int renameat2(int olddirfd, const char *oldpath, int newdirfd, const char *newpath, unsigned int flags)`
/// (stdio.h).
@_silgen_name("renameat2")
private func systemRename(
  _ fromDirectory: Int32,
  _ from: UnsafePointer<CChar>,
  _ toDirectory: Int32,
  _ to: UnsafePointer<CChar>,
  _ flags: UInt32
) -> Int32

/// `int statfs(const char *path, struct statfs *buf)` (sys/vfs.h). The structure has 120 bytes; its first
/// field, `f_type`, is a `long`.
@_silgen_name("statfs")
private func systemFileSystemStatus(_ path: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawPointer) -> Int32

/// The wall between the engine and the system: every call to the C library stands here, with interrupted
/// calls resumed and failures turned into typed errors.
enum SystemCalls {
  /// `FALLOC_FL_KEEP_SIZE` (linux/falloc.h).
  private static let keepSize: Int32 = 0x01
  /// `F_OFD_SETLK` (fcntl.h): a lock owned by the open file description, not by the process.
  private static let setDescriptionLock: Int32 = 37
  /// `F_OFD_GETLK` (fcntl.h): asks for the lock that would be in the way.
  private static let getDescriptionLock: Int32 = 36

  /// Runs a call again as long as a signal interrupts it.
  private static func resuming<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// Refuses paths that C would cut at a zero byte and so mistake for another file.
  private static func check(_ path: String, _ operation: String) throws(StorageIOError) {
    if path.utf8.contains(0) { throw StorageIOError(operation: operation, path: path, code: EINVAL) }
  }

  /// The signed offset that the system wants.
  private static func offset(_ value: UInt64, _ operation: String, _ path: String) throws(StorageIOError)
    -> Int64
  {
    guard let offset = Int64(exactly: value) else {
      throw StorageIOError(operation: operation, path: path, code: EINVAL)
    }
    return offset
  }

  /// Throws when a call that returns -1 on failure did.
  private static func succeed(_ result: Int32, _ operation: String, _ path: String) throws(StorageIOError) {
    if result == -1 { throw StorageIOError(operation: operation, path: path, code: errno) }
  }

  /// The system's text for an error number.
  static func message(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress else { return "unknown error" }
      base.initialize(repeating: 0, count: 256)
      guard systemErrorText(code, base, 255) == 0 else { return "unknown error" }
      return String(cString: base)
    }
  }
}

// MARK: Open files

extension SystemCalls {
  /// Opens a regular file and refuses anything else.
  static func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> Int32 {
    try check(path, "open")
    // Without O_NONBLOCK, opening a pipe would wait for a partner; regular files do not heed the flag.
    let common = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let flags =
      switch access {
      case .readOnly: O_RDONLY
      case .readWrite: O_RDWR
      case .create, .createPrivate: O_RDWR | O_CREAT | O_EXCL
      case .createOrOpen: O_RDWR | O_CREAT
      case .durable: O_RDWR | O_DSYNC
      }
    let mode: mode_t = if case .createPrivate = access { 0o600 } else { 0o644 }
    var descriptor = resuming { openFile(path, flags | common, mode) }
    try succeed(descriptor, "open", path)
    do throws(StorageIOError) {
      descriptor = try beyondStandardStreams(descriptor, path)
      let found = try metadata(descriptor, path)
      guard found.kind == .file else {
        throw StorageIOError(operation: "open", path: path, code: found.kind == .directory ? EISDIR : EINVAL)
      }
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Moves a descriptor that got the number of a standard stream, which the program has closed: what is printed
  /// to that stream would end up in the file.
  private static func beyondStandardStreams(_ descriptor: Int32, _ path: String) throws(StorageIOError)
    -> Int32
  {
    guard descriptor <= STDERR_FILENO else { return descriptor }
    let moved = resuming { fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
    try succeed(moved, "fcntl", path)
    close(descriptor)
    return moved
  }

  /// Closes a descriptor. The result is ignored: Linux frees the descriptor in any case, and a failure to
  /// write has been reported by `sync`.
  static func close(_ descriptor: Int32) { _ = closeFile(descriptor) }

  static func metadata(_ descriptor: Int32, _ path: String) throws(StorageIOError) -> FileMetadata {
    var status = stat()
    try succeed(resuming { fstat(descriptor, &status) }, "fstat", path)
    return FileMetadata(status)
  }

  static func read(
    _ descriptor: Int32,
    into buffer: UnsafeMutableRawBufferPointer,
    at start: UInt64,
    _ path: String
  ) throws(StorageIOError) -> Int {
    guard let base = buffer.baseAddress, !buffer.isEmpty else { return 0 }
    let start = try offset(start, "pread", path)
    var done = 0
    while done < buffer.count {
      let position = start.addingReportingOverflow(Int64(done))
      if position.overflow { return done }
      let result = resuming {
        pread(descriptor, base + done, buffer.count - done, off_t(position.partialValue))
      }
      if result < 0 { throw StorageIOError(operation: "pread", path: path, code: errno) }
      if result == 0 { return done }
      done += result
    }
    return done
  }

  static func write(
    _ descriptor: Int32,
    _ bytes: UnsafeRawBufferPointer,
    at start: UInt64,
    _ path: String
  ) throws(StorageIOError) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    let start = try offset(start, "pwrite", path)
    guard !start.addingReportingOverflow(Int64(bytes.count)).overflow else {
      throw StorageIOError(operation: "pwrite", path: path, code: EFBIG)
    }
    var done = 0
    while done < bytes.count {
      let result = resuming {
        pwrite(descriptor, base + done, bytes.count - done, off_t(start) + off_t(done))
      }
      if result < 0 { throw StorageIOError(operation: "pwrite", path: path, code: errno) }
      // A write of nothing without an error would repeat for ever; the device is not doing its work.
      if result == 0 { throw StorageIOError(operation: "pwrite", path: path, code: EIO) }
      done += result
    }
  }

  static func synchronizeContent(_ descriptor: Int32, _ path: String) throws(StorageIOError) {
    try succeed(resuming { fdatasync(descriptor) }, "fdatasync", path)
  }

  static func truncate(_ descriptor: Int32, to size: UInt64, _ path: String) throws(StorageIOError) {
    let size = try offset(size, "ftruncate", path)
    try succeed(resuming { ftruncate(descriptor, off_t(size)) }, "ftruncate", path)
  }

  static func reserve(_ descriptor: Int32, upTo size: UInt64, _ path: String) throws(StorageIOError) {
    let size = try offset(size, "fallocate", path)
    if size == 0 { return }
    let result = resuming { systemAllocate(descriptor, keepSize, 0, size) }
    if result == 0 || errno == EOPNOTSUPP || errno == ENOSYS { return }
    throw StorageIOError(operation: "fallocate", path: path, code: errno)
  }

  static func map(_ descriptor: Int32, length: Int, _ path: String) throws(StorageIOError) -> MappedRegion {
    guard length >= 0, try metadata(descriptor, path).size >= UInt64(length) else {
      throw StorageIOError(operation: "mmap", path: path, code: EINVAL)
    }
    if length == 0 { return MappedRegion(bytes: UnsafeRawBufferPointer(start: nil, count: 0)) { _ in } }
    guard let address = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0),
      address != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw StorageIOError(operation: "mmap", path: path, code: errno) }
    return MappedRegion(bytes: UnsafeRawBufferPointer(start: address, count: length)) { bytes in
      munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
  }

  /// Sets or clears the lock of an open file description on one byte.
  ///
  /// - Returns: false when another description holds a lock that excludes it.
  static func lock(
    _ descriptor: Int32,
    byte: UInt64,
    kind: LockKind,
    _ path: String
  ) throws(StorageIOError) -> Bool {
    var request = flock()
    request.l_type =
      switch kind {
      case .none: Int16(F_UNLCK)
      case .shared: Int16(F_RDLCK)
      case .exclusive: Int16(F_WRLCK)
      }
    request.l_whence = Int16(SEEK_SET)
    request.l_start = off_t(try offset(byte, "fcntl", path))
    request.l_len = 1
    if resuming({ fcntl(descriptor, setDescriptionLock, &request) }) == 0 { return true }
    if errno == EAGAIN || errno == EACCES { return false }
    throw StorageIOError(operation: "fcntl", path: path, code: errno)
  }

  /// Whether a lock of another open file description is in the way of one of some kind on any of the bytes.
  static func isLocked(
    _ descriptor: Int32,
    from first: UInt64,
    count: UInt64,
    for kind: LockKind,
    _ path: String
  ) throws(StorageIOError) -> Bool {
    // A length of zero would mean all bytes from there on.
    guard count > 0 else { return false }
    var request = flock()
    request.l_type = kind == .exclusive ? Int16(F_WRLCK) : Int16(F_RDLCK)
    request.l_whence = Int16(SEEK_SET)
    request.l_start = off_t(try offset(first, "fcntl", path))
    request.l_len = off_t(try offset(count, "fcntl", path))
    guard resuming({ fcntl(descriptor, getDescriptionLock, &request) }) == 0 else {
      throw StorageIOError(operation: "fcntl", path: path, code: errno)
    }
    return request.l_type != Int16(F_UNLCK)
  }

  /// What `lock` is to leave on the byte.
  enum LockKind { case none, shared, exclusive }
}

// MARK: Names

extension SystemCalls {
  static func metadata(_ path: String) throws(StorageIOError) -> FileMetadata? {
    try check(path, "stat")
    var status = stat()
    if resuming({ stat(path, &status) }) == 0 { return FileMetadata(status) }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw StorageIOError(operation: "stat", path: path, code: errno)
  }

  static func createDirectory(_ path: String) throws(StorageIOError) {
    try check(path, "mkdir")
    try succeed(resuming { mkdir(path, 0o755) }, "mkdir", path)
  }

  static func contents(ofDirectory path: String) throws(StorageIOError) -> [String] {
    try check(path, "opendir")
    guard let directory = opendir(path) else {
      throw StorageIOError(operation: "opendir", path: path, code: errno)
    }
    defer { closedir(directory) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        if errno == 0 { break }
        throw StorageIOError(operation: "readdir", path: path, code: errno)
      }
      let name = String(cString: (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self))
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  static func synchronizeDirectory(_ path: String) throws(StorageIOError) {
    try check(path, "fsync")
    let descriptor = resuming { openFile(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    try succeed(descriptor, "open", path)
    defer { close(descriptor) }
    // EINVAL: a file system that has nothing to sync there.
    if resuming({ fsync(descriptor) }) == -1, errno != EINVAL {
      throw StorageIOError(operation: "fsync", path: path, code: errno)
    }
  }

  static func rename(_ from: String, to: String) throws(StorageIOError) {
    try check(from, "rename")
    try check(to, "rename")
    if resuming({ renameEntry(from, to) }) == -1 {
      throw StorageIOError(operation: "rename", path: from, destination: to, code: errno)
    }
  }

  /// `renameat2` with `RENAME_NOREPLACE` (linux/fs.h).
  static func renameWithoutReplacing(_ from: String, to: String) throws(StorageIOError) {
    try check(from, "rename")
    try check(to, "rename")
    if resuming({ systemRename(AT_FDCWD, from, AT_FDCWD, to, 1) }) == 0 { return }
    // Some file systems (NFS, FUSE) do not know the flag; a second name never replaces one either.
    if errno == EINVAL || errno == ENOSYS, resuming({ link(from, to) }) == 0 { return try remove(from) }
    throw StorageIOError(operation: "rename", path: from, destination: to, code: errno)
  }

  static func remove(_ path: String) throws(StorageIOError) {
    try check(path, "unlink")
    try succeed(resuming { unlink(path) }, "unlink", path)
  }

  static func removeDirectory(_ path: String) throws(StorageIOError) {
    try check(path, "rmdir")
    try succeed(resuming { rmdir(path) }, "rmdir", path)
  }

  static func canonicalPath(_ path: String) throws(StorageIOError) -> String {
    try check(path, "realpath")
    guard let resolved = realpath(path, nil) else {
      throw StorageIOError(operation: "realpath", path: path, code: errno)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The file system's magic number (linux/magic.h).
  static func fileSystemKind(_ path: String) throws(StorageIOError) -> UInt32 {
    try check(path, "statfs")
    var kind: UInt32 = 0
    let result = withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { buffer -> Int32 in
      buffer.initializeMemory(as: UInt8.self, repeating: 0)
      guard let base = buffer.baseAddress else { return 0 }
      let result = resuming { systemFileSystemStatus(path, base) }
      // Some platforms sign-extend 32-bit numbers into the long; the low half is the number on all.
      kind = UInt32(truncatingIfNeeded: base.load(as: Int.self))
      return result
    }
    try succeed(result, "statfs", path)
    return kind
  }

  static func freeBytes(_ path: String) throws(StorageIOError) -> UInt64 {
    try check(path, "statvfs")
    var status = statvfs()
    try succeed(resuming { statvfs(path, &status) }, "statvfs", path)
    let product = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return product.overflow ? .max : product.partialValue
  }
}

// MARK: Clock and process

extension SystemCalls {
  /// A variable of the environment; nil if it is not set.
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  static func millisecondsSince1970() -> Int64 {
    var time = timespec()
    // The call fails only for an unknown clock or a bad pointer.
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds of a clock that nobody sets. Only for waiting.
  static func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  static func processID() -> Int32 { getpid() }
}

// Names that the methods above hide inside their own type.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func renameEntry(_ from: String, _ to: String) -> Int32 { rename(from, to) }

extension FileMetadata {
  /// Reads the system's structure.
  fileprivate init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      default: .other
      }
    self.init(
      kind: kind,
      size: UInt64(clamping: status.st_size),
      device: UInt64(status.st_dev),
      inode: UInt64(status.st_ino)
    )
  }
}

extension SystemCalls {
  /// Lets at least that much time pass.
  static func pause(milliseconds: Int) {
    guard milliseconds > 0 else { return }
    var left = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    var rest = timespec()
    while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
  }
}
