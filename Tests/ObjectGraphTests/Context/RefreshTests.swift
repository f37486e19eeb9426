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
