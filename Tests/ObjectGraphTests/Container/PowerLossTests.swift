import LogStoreTesting
import ObjectGraph
import Testing

@Model
final class PowerLossNote {
  @Attribute(.unique) var title: String
  var pages: Int

  init(title: String, pages: Int) {
    self.title = title
    self.pages = pages
  }
}

/// How a program tests that its data survive: a simulated disk under a container.
struct PowerLossTests {
  private func container(_ disk: SimulatedDisk) throws -> ModelContainer {
    try ModelContainer(
      for: PowerLossNote.self,
      configurations: ModelConfiguration(storage: disk.storage)
    )
  }

  private func titles(_ disk: SimulatedDisk) throws -> [String] {
    let context = ModelContext(try container(disk))
    return try context.fetch(FetchDescriptor<PowerLossNote>(sortBy: [SortDescriptor(\.title)])).map(\.title)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `what save() acknowledged is there after the power was cut, whatever else was lost`(seed: UInt64)
    throws
  {
    let disk = SimulatedDisk(seed: seed)
    let context = ModelContext(try container(disk))
    for number in 0..<5 {
      context.insert(PowerLossNote(title: "note \(number)", pages: number))
      try context.save()
    }
    context.insert(PowerLossNote(title: "unsaved", pages: 0))
    disk.losePower()
    #expect(try titles(disk) == (0..<5).map { "note \($0)" })
  }

  @Test func `a save that the power cuts off is there as a whole or not at all`() throws {
    let disk = SimulatedDisk(seed: 7)
    let context = ModelContext(try container(disk))
    disk.startRecording()
    for number in 0..<3 { context.insert(PowerLossNote(title: "note \(number)", pages: number)) }
    try context.save()
    var counts: Set<Int> = []
    for moment in disk.takeMoments() {
      for loss in moment.losses() { counts.insert(try titles(moment.disk(after: loss)).count) }
    }
    #expect(counts == [0, 3])
  }

  @Test func `a full disk refuses the save, and the container goes on`() throws {
    let disk = SimulatedDisk(seed: 1)
    let context = ModelContext(try container(disk))
    context.insert(PowerLossNote(title: "first", pages: 1))
    disk.add(DiskFailure(of: [.reserve], isPermanent: true, reason: .noSpace))
    context.insert(PowerLossNote(title: String(repeating: "long ", count: 100_000), pages: 2))
    #expect(throws: (any Error).self) { try context.save() }
    disk.removeFailures()
    try context.save()
    disk.losePower()
    #expect(try titles(disk).count == 2)
  }
}
