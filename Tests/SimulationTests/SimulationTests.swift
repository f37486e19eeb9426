import LogStore
import LogStoreTesting
import SimulationSupport
import Testing

/// The quick tier of the simulator; `swift run -c release simulate` has the long ones.
struct SimulationTests {
  private static var effort: SimulationRun.Effort {
    var effort = SimulationRun.Effort()
    effort.momentStride = 4
    effort.lossesAtMoment = 2
    effort.nestedLosses = 1
    effort.pollStride = 8
    return effort
  }

  @Test(arguments: Simulation.Prefix.allCases)
  func `whatever a loss of power leaves of any one operation, recovery finds what was acknowledged`(
    prefix: Simulation.Prefix
  ) {
    for (number, operations) in Simulation.sequences(length: 1).enumerated() {
      let result = Simulation.sequence(
        operations,
        after: prefix,
        seed: UInt64(number),
        effort: Self.effort
      )
      if let failure = result.failure { Issue.record("\(failure)") }
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `random operations, losses of power and failed syncs lose nothing that was acknowledged`(seed: UInt64)
  {
    let result = Simulation.random(seed: seed, operations: 24, durability: .full, effort: Self.effort)
    if let failure = result.failure { Issue.record("\(failure)") }
    #expect(result.counts.states > 50)
  }

  @Test(arguments: [StoreOptions.Durability.relaxed, .none], 1...2 as ClosedRange<UInt64>)
  func `without a sync of each commit, no more is lost than what came after the last one`(
    durability: StoreOptions.Durability,
    seed: UInt64
  ) {
    let result = Simulation.random(seed: seed, operations: 24, durability: durability, effort: Self.effort)
    if let failure = result.failure { Issue.record("\(failure)") }
    #expect(result.counts.states > 50)
  }

  @Test func `a store on a disk that does not keep what it promises is found out`() throws {
    var setup = SimulationSetup(seed: 1)
    setup.volatileNames.insert("wal.0")
    setup.volatileNames.insert("wal.1")
    #expect(throws: SimulationError.self) {
      let run = try SimulationRun(setup, effort: Self.effort)
      for operation in Simulation.sequences(length: 1).joined() { try run.perform(operation) }
    }
  }

  @Test func `every call that a scenario makes may fail, in every way, without a loss`() {
    // One in so many of the failures that the long tier goes through.
    for (index, failure) in FaultScenario.failures.enumerated() {
      for calls in stride(from: index, to: 200, by: 37) {
        let scenario = FaultScenario(number: UInt64(index), failure: failure, afterCalls: calls)
        if let failure = scenario.run().failure { Issue.record("\(failure)") }
      }
    }
  }
}
