import LogStoreTesting
import ObjectGraph
import Testing

/// What saves survive, as the configuration of a container says.
struct DurabilityTests {
  private func container(
    _ disk: SimulatedDisk,
    _ durability: ModelConfiguration.Durability
  ) throws -> ModelContainer {
    try ModelContainer(
      for: PowerLossNote.self,
      configurations: ModelConfiguration(storage: disk.storage, durability: durability)
    )
  }

  private func save(_ titles: Range<Int>, in container: ModelContainer) throws {
    let context = ModelContext(container)
    for number in titles {
      context.insert(PowerLossNote(title: "note \(number)", pages: number))
      try context.save()
    }
  }

  private func titles(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container)
      .fetch(FetchDescriptor<PowerLossNote>(sortBy: [SortDescriptor(\.pages)])).map(\.title)
  }

  @Test(arguments: [ModelConfiguration.Durability.full, .relaxed, .none], 0..<10 as Range<UInt64>)
  func `after the power was cut all saves up to some point are there, and all before the last sync`(
    durability: ModelConfiguration.Durability,
    seed: UInt64
  ) async throws {
    let disk = SimulatedDisk(seed: seed)
    do {
      let container = try container(disk, durability)
      try save(0..<4, in: container)
      if seed % 2 == 0 { try await container.sync() } else { try blockingSync(container) }
      try save(4..<8, in: container)
      disk.losePower()
    }
    let found = try titles(try container(disk, durability))
    #expect(found == (0..<8).prefix(found.count).map { "note \($0)" })
    #expect(found.count >= (durability == .full ? 8 : 4))
  }

  private func blockingSync(_ container: ModelContainer) throws { try container.sync() }

  @Test func `saves of the other modes are lost with the power, but not with the program`() throws {
    for durability in [ModelConfiguration.Durability.relaxed, .none] {
      let disk = SimulatedDisk(seed: 3)
      try save(0..<3, in: container(disk, durability))
      let container = try container(disk, durability)
      try save(3..<5, in: container)
      disk.killProcess()
      #expect(try titles(self.container(disk, durability)).count == 5)
      let last = try self.container(disk, durability)
      try save(5..<7, in: last)
      disk.losePower(.losingAll)
      #expect(try titles(self.container(disk, durability)).count == 5)
    }
  }

  @Test func `whether a save is stored whose write failed is known after opening again`() throws {
    let disk = SimulatedDisk(seed: 1)
    var number: UInt64?
    do {
      let container = try container(disk, .full)
      try save(0..<1, in: container)
      disk.add(DiskFailure(of: [.durableWrite]))
      do {
        try save(1..<2, in: container)
      } catch ObjectGraphError.outcomeUnknown(let sequence, _) {
        number = sequence
        #expect(container.outcome(ofSave: sequence) == .unknown)
      }
      disk.removeFailures()
    }
    let container = try container(disk, .full)
    let isThere = try titles(container).count == 2
    #expect(try container.outcome(ofSave: #require(number)) == (isThere ? .saved : .notSaved))
  }
}
