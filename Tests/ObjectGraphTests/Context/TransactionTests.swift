import ObjectGraph
import Testing

@Suite struct TransactionTests {
  private struct Refusal: Error {}

  @Test func `a block that throws takes back what it did, and no more`() throws {
    let context = ModelContext(try inMemory(Resident.self, Town.self))
    let (ann, bob, eve) = (Resident("ann", 1), Resident("bob", 2), Resident("eve", 3))
    let (a, b) = (Town("a"), Town("b"))
    for resident in [ann, bob, eve] { context.insert(resident) }
    context.insert(a)
    context.insert(b)
    a.residents = [ann, bob]
    try context.save()
    // Pending before the transaction:
    ann.age = 10
    let new = Resident("new", 4)
    context.insert(new)
    new.town = a
    a.residents = [bob, new, ann]
    context.delete(eve)
    #expect(throws: Refusal.self) {
      try context.transaction {
        ann.age = 11
        ann.town = b
        new.name = "newer"
        context.delete(bob)
        context.insert(Resident("inside", 5))
        throw Refusal()
      }
    }
    #expect(ann.age == 10 && ann.town === a && new.name == "new" && b.residents.isEmpty)
    #expect(a.residents.map(\.name) == ["bob", "new", "ann"])
    #expect(!bob.isDeleted && eve.isDeleted)
    #expect(context.insertedModelsArray.count == 1 && context.deletedModelsArray.count == 1)
    let names = try context.fetch(FetchDescriptor<Resident>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    #expect(names == ["ann", "bob", "new"])
    try context.save()
    let other = ModelContext(context.container)
    #expect(try other.fetchCount(FetchDescriptor<Resident>()) == 3)
    let stored = try other.fetch(FetchDescriptor<Town>(predicate: #Predicate { $0.name == "a" }))[0]
    #expect(stored.residents.map(\.name) == ["bob", "new", "ann"])
    #expect(stored.residents.last?.age == 10)
  }

  @Test func `a block that ends saves all that is pending`() throws {
    let context = ModelContext(try inMemory(Resident.self, Town.self))
    context.insert(Town("before"))
    try context.transaction { context.insert(Town("inside")) }
    #expect(!context.hasChanges)
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Town>()) == 2)
  }

  @Test func `an automatic save that is due waits for the end of the block`() throws {
    let context = ModelContext(try inMemory(Resident.self, Town.self))
    context.autosaveInterval = 0
    context.autosaveEnabled = true
    #expect(throws: Refusal.self) {
      try context.transaction {
        context.insert(Town("half"))
        _ = try context.fetch(FetchDescriptor<Resident>())
        throw Refusal()
      }
    }
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Town>()) == 0)
  }
}
