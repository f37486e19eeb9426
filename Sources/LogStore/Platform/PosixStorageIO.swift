/// The real file system, clock and source of randomness of a Linux system.
public struct PosixStorageIO: StorageIO {
  /// Needs nothing: the working directory and the rights are the process's own.
  public init() {}

  /// Opens with `O_CLOEXEC`; a new file gets mode 0644 less the umask. Only regular files are opened.
  public func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    PosixFile(descriptor: try SystemCalls.open(path, access), path: path)
  }

  /// One `stat`.
  public func metadata(_ path: String) throws(StorageIOError) -> FileMetadata? {
    try SystemCalls.metadata(path)
  }

  /// One `mkdir` with mode 0755 less the umask.
  public func createDirectory(_ path: String) throws(StorageIOError) {
    try SystemCalls.createDirectory(path)
  }

  /// Reads the whole directory. A name that is not UTF-8 comes back repaired and so cannot be opened.
  public func contents(ofDirectory path: String) throws(StorageIOError) -> [String] {
    try SystemCalls.contents(ofDirectory: path)
  }

  /// Opens the directory, `fsync`, closes it.
  public func syncDirectory(_ path: String) throws(StorageIOError) {
    try SystemCalls.synchronizeDirectory(path)
  }

  /// One `rename`.
  public func rename(_ from: String, to: String) throws(StorageIOError) {
    try SystemCalls.rename(from, to: to)
  }

  /// One `renameat2`.
  public func renameWithoutReplacing(_ from: String, to: String) throws(StorageIOError) {
    try SystemCalls.renameWithoutReplacing(from, to: to)
  }

  /// Always true.
  public var hasEnvironment: Bool { true }

  /// Asks `getenv`.
  public func environment(_ name: String) -> String? { SystemCalls.environment(name) }

  /// One `unlink`.
  public func remove(_ path: String) throws(StorageIOError) {
    try SystemCalls.remove(path)
  }

  /// One `rmdir`.
  public func removeDirectory(_ path: String) throws(StorageIOError) {
    try SystemCalls.removeDirectory(path)
  }

  /// One `realpath`.
  public func canonicalPath(_ path: String) throws(StorageIOError) -> String {
    try SystemCalls.canonicalPath(path)
  }

  /// Compares the file system's magic number (`statfs`) with those of known network file systems.
  public func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool {
    Self.networkFileSystems.contains(try SystemCalls.fileSystemKind(path))
  }

  /// What `statvfs` says is free for users without privileges.
  public func freeBytes(_ path: String) throws(StorageIOError) -> UInt64 {
    try SystemCalls.freeBytes(path)
  }

  /// The realtime clock.
  public func now() -> Int64 { SystemCalls.millisecondsSince1970() }

  /// Blocks the calling thread.
  public func pause(milliseconds: Int) {
    SystemCalls.pause(milliseconds: milliseconds)
  }

  /// Asks `getrandom`.
  public func random() -> UInt64 {
    // On Linux this is getrandom(2), without a state of its own that a fork could repeat.
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }

  /// The process's number, asked anew each time since a fork changes it, and the name it was started by.
  public var process: ProcessIdentity {
    ProcessIdentity(processID: SystemCalls.processID(), programName: Self.programName)
  }

  private static let programName: String = {
    let program = CommandLine.arguments.first ?? ""
    return program.split(separator: "/").last.map(String.init) ?? program
  }()

  /// Always true.
  public var supportsMapping: Bool { true }

  /// Magic numbers (linux/magic.h and the file systems' own sources) of those whose bytes lie on another
  /// machine. FUSE (0x65735546) is not among them: most of it is local.
  private static let networkFileSystems: [UInt32] = [
    0x0000_6969,  // NFS
    0x0000_517B,  // SMB
    0xFF53_4D42,  // CIFS
    0xFE53_4D42,  // SMB 2 and later
    0x0000_564C,  // NCP
    0x7375_7245,  // Coda
    0x5346_414F,  // AFS (OpenAFS)
    0x6B41_4653,  // AFS (kernel)
    0x0102_1997,  // 9P
    0x00C3_6400,  // Ceph
    0x0BD0_0BD0,  // Lustre
    0x4750_4653,  // GPFS
    0x2003_0528,  // OrangeFS
    0x1983_0326,  // BeeGFS
    0xAAD7_AAEA,  // PanFS
    0x786F_4256,  // VirtualBox shared folder
    0xBACB_ACBC,  // VMware shared folder
  ]
}
