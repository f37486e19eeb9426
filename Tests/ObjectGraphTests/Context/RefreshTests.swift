import ObjectGraph
import Testing

@Suite struct RefreshTests {
  private func world() throws -> (ModelContext, Resident, Town) {
    let context = ModelContext(try inMemory(Resident.self, Town.self))
    let resident = Resident("x", 1)
    let town = Town("a")
    context.insert(resident)
    context.insert(town)
    try context.save()
    return (context, resident, town)
  }

  @Test func `refreshing keeps changes on request`() throws {
    let (context, resident, town) = try world()
    resident.age = 2
    resident.town = town
    try context.refresh(resident)
    #expect(resident.age == 2 && resident.town === town)
    try context.refresh(resident, mergesChanges: false)
    #expect(resident.age == 1 && resident.town == nil && town.residents.isEmpty)
    #expect(!resident.hasChanges)
  }

  @Test func `refreshing all is no conflict where nobody else changed anything`() throws {
    let (context, resident, _) = try world()
    context.mergePolicy = .error
    resident.age = 2
    try context.refreshAll()
    #expect(resident.age == 2)
    try context.save()
    #expect(try ModelContext(context.container).fetch(FetchDescriptor<Resident>())[0].age == 2)
  }

  @Test func `refreshing all is a conflict where somebody else changed the same`() throws {
    let (context, resident, _) = try world()
    context.mergePolicy = .error
    resident.age = 2
    let other = ModelContext(context.container)
    try other.fetch(FetchDescriptor<Resident>())[0].age = 3
    try other.save()
    try context.refreshAll()
    #expect(throws: ObjectGraphError.self) { try context.save() }
  }

  @Test func `resetting forgets objects and changes`() throws {
    let (context, resident, town) = try world()
    resident.age = 2
    context.insert(Town("b"))
    context.reset()
    #expect(!context.hasChanges && resident.modelContext == nil && town.modelContext == nil)
    #expect(resident.age == 1)
    let again = try context.fetch(FetchDescriptor<Resident>())[0]
    #expect(again !== resident && again.persistentModelID == resident.persistentModelID)
  }
}
