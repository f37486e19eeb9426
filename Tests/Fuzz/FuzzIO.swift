import LogStore
import LogStoreTesting
import Synchronization

/// Files in memory with random numbers and a clock that are the same each time; to wait takes no time.
final class FuzzIO: ForwardingIO {
  let base: any StorageIO = MemoryStorageIO()
  private let state: Mutex<(random: SimulatedRandomness, time: Int64)>

  init(seed: UInt64) { state = Mutex((SimulatedRandomness(seed: seed), 1_700_000_000_000)) }

  func random() -> UInt64 { state.withLock { $0.random.next() } }

  func now() -> Int64 {
    state.withLock {
      $0.time += 1
      return $0.time
    }
  }

  func pause(milliseconds: Int) { state.withLock { $0.time += Int64(milliseconds) } }

  func environment(_ name: String) -> String? { nil }
}
