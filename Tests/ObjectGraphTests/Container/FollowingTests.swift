import Foundation
import LogStoreTesting
import ObjectGraph
import Testing

/// A container that does not save, beside a process that does.
struct FollowingTests {
  @Model
  final class Entry {
    var title: String

    init(title: String) { self.title = title }
  }

  private func context(_ disk: SimulatedDisk, allowsSave: Bool) throws -> ModelContext {
    let configuration = ModelConfiguration(storage: disk.storage, allowsSave: allowsSave)
    return ModelContext(try ModelContainer(for: Entry.self, configurations: configuration))
  }

  @Test func `a fetch shows what another process has saved, and objects that are there change`() throws {
    let disk = SimulatedDisk(seed: 1)
    let writer = try context(disk, allowsSave: true)
    let entry = Entry(title: "first")
    writer.insert(entry)
    try writer.save()
    let reader = try context(disk, allowsSave: false)
    let seen = try #require(try reader.fetch(FetchDescriptor<Entry>()).first)
    #expect(seen.title == "first")
    entry.title = "changed"
    writer.insert(Entry(title: "second"))
    try writer.save()
    let titles = try reader.fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.title)])).map(\.title)
    #expect(titles == ["changed", "second"])
    #expect(seen.title == "changed")
    writer.delete(entry)
    try writer.save()
    #expect(try reader.fetchCount(FetchDescriptor<Entry>()) == 1)
  }
}
