import ObjectGraph
import Testing

@Suite struct IdentityAfterDeletionTests {
  @Test func `an object keeps its identity when its deletion is saved`() throws {
    let context = ModelContext(try inMemory(Resident.self, Town.self))
    let resident = Resident("x", 1)
    context.insert(resident)
    try context.save()
    let id = resident.persistentModelID
    context.delete(resident)
    try context.save()
    #expect(resident.modelContext == nil)
    #expect(resident.persistentModelID == id && resident.persistentModelID.entityName == "Resident")
  }

  @Test func `identifiers of another store name nothing here`() throws {
    let here = ModelContext(try inMemory(Resident.self, Town.self))
    let there = ModelContext(try inMemory(Resident.self, Town.self))
    let foreign = Resident("x", 1)
    there.insert(foreign)
    try there.save()
    here.insert(Resident("y", 2))
    try here.save()
    let id = foreign.persistentModelID
    let list = [id]
    #expect(
      try here.fetch(FetchDescriptor<Resident>(predicate: #Predicate { $0.persistentModelID == id })).isEmpty
    )
    #expect(
      try here.fetch(
        FetchDescriptor<Resident>(predicate: #Predicate { list.contains($0.persistentModelID) })
      ).isEmpty
    )
  }
}
