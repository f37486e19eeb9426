import LogStore
import Synchronization

/// Memory with a clock that stands still and numbers that are known, so that the bytes of a store repeat.
final class SeededIO: StorageIO {
  private let base = MemoryStorageIO()
  private let state = Mutex<UInt64>(1)

  func random() -> UInt64 {
    state.withLock { state in
      // splitmix64 (Steele, Lea, Flood 2014)
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }
  func now() -> Int64 { 1_700_000_000_000 }
  func pause(milliseconds: Int) {}
  var process: ProcessIdentity { ProcessIdentity(processID: 1, programName: "example") }
  var supportsMapping: Bool { true }

  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    try base.open(path, access)
  }
  func metadata(_ path: String) throws(StorageIOError) -> FileMetadata? { try base.metadata(path) }
  func createDirectory(_ path: String) throws(StorageIOError) { try base.createDirectory(path) }
  func contents(ofDirectory path: String) throws(StorageIOError) -> [String] {
    try base.contents(ofDirectory: path)
  }
  func syncDirectory(_ path: String) throws(StorageIOError) { try base.syncDirectory(path) }
  func rename(_ from: String, to: String) throws(StorageIOError) { try base.rename(from, to: to) }
  func remove(_ path: String) throws(StorageIOError) { try base.remove(path) }
  func removeDirectory(_ path: String) throws(StorageIOError) { try base.removeDirectory(path) }
  func canonicalPath(_ path: String) throws(StorageIOError) -> String { try base.canonicalPath(path) }
  func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool { false }
  func freeBytes(_ path: String) throws(StorageIOError) -> UInt64 { try base.freeBytes(path) }
}
