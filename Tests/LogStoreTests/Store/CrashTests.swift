import LogStore
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Loss of power in random workloads, at moments that a `CrashDisk` notes: about one in eight of them, with one choice
/// of what survives. `LOGSTORE_CRASH_SEEDS` sets the number of workloads and tries all of `CrashMoment.choices` at all
/// moments; `LOGSTORE_CRASH_FIRST` is the first seed.
struct CrashTests {
  private static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  @Test func `whatever a loss of power leaves, every acknowledged commit is there and no half of another`()
    throws
  {
    let seeds = Self.number("LOGSTORE_CRASH_SEEDS")
    let first = UInt64(Self.number("LOGSTORE_CRASH_FIRST") ?? 1)
    var failures = 0
    var images = 0
    for seed in first..<first + UInt64(seeds ?? 24) {
      let run = try CrashRun(seed: seed)
      do {
        for _ in 0..<14 { try run.step() }
      } catch {
        Issue.record("seed \(seed), steps \(run.steps): \(error)")
        continue
      }
      var generator = SeededGenerator(seed: seed)
      for index in run.points.indices {
        var choices = run.points[index].moment.choices
        if seeds == nil {
          guard generator.next() % 8 == 0 else { continue }
          choices = [choices.randomElement(using: &generator) ?? .none]
        }
        for choice in choices {
          images += 1
          let nesting = generator.next() % 3 == 0 ? generator.next() : nil
          guard let failure = run.failure(at: index, choice, nesting: nesting) else { continue }
          Issue.record("\(failure)\n\(run.trace(index, choice)), nesting \(nesting.map(String.init) ?? "no")")
          failures += 1
          break
        }
        if failures > 3 { return }
      }
    }
    if seeds != nil { print("crash images: \(images)") }
  }
}
