import LogStore
import Testing

/// Loss of power in random workloads in each mode of durability, at moments that a `CrashDisk` notes: about one in
/// eight of them, with one choice of what survives. `SimulationTests` have the wider model of a disk.
struct CrashTests {
  @Test(arguments: [StoreOptions.Durability.full, .relaxed, .none], 1...8 as ClosedRange<UInt64>)
  func `whatever a loss of power leaves, all commits up to the last sync or one behind it are there`(
    durability: StoreOptions.Durability,
    seed: UInt64
  ) throws {
    let run = try CrashRun(seed: seed, durability: durability)
    for _ in 0..<14 { try run.step() }
    var generator = SeededGenerator(seed: seed)
    for index in run.points.indices where generator.next() % 8 == 0 {
      let choice = run.points[index].moment.choices.randomElement(using: &generator) ?? .none
      let nesting = generator.next() % 3 == 0 ? generator.next() : nil
      guard let failure = run.failure(at: index, choice, nesting: nesting) else { continue }
      Issue.record("\(failure)\n\(run.trace(index, choice)), nesting \(nesting.map(String.init) ?? "no")")
      return
    }
  }
}
