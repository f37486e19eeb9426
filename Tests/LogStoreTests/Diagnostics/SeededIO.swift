import LogStore
import Synchronization

/// Memory with a clock that stands still and numbers that are known, so that the bytes of a store repeat.
final class SeededIO: ForwardingIO {
  let base: any StorageIO = MemoryStorageIO()
  private let generator = Mutex(SeededGenerator(seed: 1))

  func random() -> UInt64 { generator.withLock { $0.next() } }
  func now() -> Int64 { 1_700_000_000_000 }
  func pause(milliseconds: Int) {}
  var process: ProcessIdentity { ProcessIdentity(processID: 1, programName: "example") }
  func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool { false }
}
