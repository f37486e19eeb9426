import ObjectGraph
import Testing

@Suite struct UpsertReplacementTests {
  private func world() throws -> ModelContext {
    let context = ModelContext(try inMemory(Bag.self, Thing.self, Resident.self, Town.self))
    let bag = Bag("k")
    context.insert(bag)
    bag.things = [Thing("1"), Thing("2")]
    bag.owner = Resident("r", 1)
    try context.save()
    return context
  }

  @Test func `relationships that the insertion assigned replace those of the stored object`() throws {
    let context = try world()
    let bag = Bag("k")
    context.insert(bag)
    bag.things = [Thing("3")]
    bag.owner = nil
    try context.save()
    let stored = try context.fetch(FetchDescriptor<Bag>())
    #expect(stored.count == 1)
    #expect(stored[0].things.map(\.name) == ["3"] && stored[0].owner == nil)
    #expect(bag.things.map(\.name) == ["3"])
  }

  @Test func `an empty list that was assigned replaces too`() throws {
    let context = try world()
    let bag = Bag("k")
    bag.things = []
    context.insert(bag)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Bag>())[0].things.isEmpty)
  }

  @Test func `relationships that the insertion did not touch are kept`() throws {
    let context = try world()
    context.insert(Bag("k"))
    try context.save()
    let stored = try context.fetch(FetchDescriptor<Bag>())[0]
    #expect(stored.things.map(\.name) == ["1", "2"] && stored.owner?.name == "r")
  }

  @Test func `targets that were added are added`() throws {
    let context = try world()
    let bag = Bag("k")
    context.insert(bag)
    bag.things.append(Thing("3"))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Bag>())[0].things.map(\.name) == ["1", "2", "3"])
  }
}
