import LogStore
import Testing

@Suite struct LockTests {
  /// Shared by the tasks; a noncopyable lock needs an owner.
  private final class Counter: Sendable {
    let value = Lock(0)
  }

  @Test func `increments from many tasks are all counted`() async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { counter.value.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.value.withLock { $0 } == 8_000)
  }

  @Test func `an error leaves the lock open for the next`() {
    let counter = Counter()
    #expect(throws: CancellationError.self) {
      try counter.value.withLock { (_) throws(CancellationError) in throw CancellationError() }
    }
    counter.value.withLock { $0 = 5 }
    #expect(counter.value.withLock { $0 } == 5)
  }

  @Test func `the state is released with the lock`() {
    final class Thing: Sendable {}
    weak var seen: Thing?
    do {
      let thing = Thing()
      seen = thing
      let lock = Lock<Thing?>(thing)
      #expect(lock.withLock { $0 != nil })
    }
    #expect(seen == nil)
  }
}
