/// The file of one half of the write-ahead log, as an opening for writing finds it.
///
/// A half that is in use has to begin with zeros or with a group of this store (FORMAT.md, section 11), or the store
/// is refused. So it has to begin so on the disk before a superblock takes it into use.
struct LogHalf {
  let path: String
  private let size: Int
  private let storeSeed: UInt64
  private let io: any StorageIO
  private let root: String

  init(number: UInt8, superblock: Superblock, io: any StorageIO, paths: StorePaths) {
    path = paths.half(number)
    size = superblock.halfSize(number)
    storeSeed = superblock.hashSeed
    self.io = io
    root = paths.root
  }

  private func beginning(_ file: any StorageFile) throws(StorageIOError) -> [UInt8] {
    try file.read(count: FormatConstants.blockSize, at: 0)
  }

  /// Whether it is there, is as long as the superblock says, and begins as a half may.
  func isSound() throws(StorageIOError) -> Bool {
    guard try io.metadata(path) != nil else { return false }
    let file = try io.open(path, .readOnly)
    guard try file.size() >= UInt64(size) else { return false }
    return LogScan.mayBegin(try beginning(file), storeSeed: storeSeed)
  }

  /// Makes what programs see of it durable, but for what a sync that failed has given up.
  func sync() throws(StorageIOError) { try io.open(path, .readWrite).sync() }

  /// Writes its first block once more and makes it durable: a write that failed may have left there what only the
  /// cache knows, and on the disk whatever the device made of it.
  func repeatBeginning() throws(StorageIOError) {
    if Sabotage.cacheTrusted.isOn { return }
    let file = try io.open(path, .readWrite)
    try file.write(beginning(file), at: 0)
    try file.sync()
  }

  /// Makes it anew, empty. It looks sound only once its name and its size are durable: whatever an attempt that fails
  /// leaves in the cache, the next one begins again.
  func renew() throws(StorageIOError) {
    if try io.metadata(path) != nil { try io.remove(path) }
    let file = try io.open(path, .create)
    let block = FormatConstants.blockSize
    let unsound = [UInt8](repeating: 0xFF, count: block)
    try file.write(unsound, at: 0)
    try file.write([UInt8](repeating: 0, count: size - block), at: UInt64(block))
    try file.sync()
    try io.syncDirectory(root)
    do throws(StorageIOError) {
      try file.write([UInt8](repeating: 0, count: block), at: 0)
      try file.sync()
    } catch {
      try? file.write(unsound, at: 0)  // the failure to report is the one before
      throw error
    }
  }
}
