import ObjectGraph
import Testing

@Suite struct RefusedLinkTests {
  @Test func `a target of another context refuses the save until the relationship is assigned anew`() throws {
    let container = try inMemory(Resident.self, Town.self)
    let (here, there) = (ModelContext(container), ModelContext(container))
    let town = Town("a")
    there.insert(town)
    let resident = Resident("x", 1)
    here.insert(resident)
    resident.town = town
    for _ in 0..<3 {
      do {
        try here.save()
        Issue.record("saved")
      } catch ObjectGraphError.foreignObject {
      }
    }
    #expect(resident.town == nil)
    try there.save()
    resident.town = town
    try here.save()
    #expect(resident.town?.name == "a")
  }

  @Test func `adding another target does not excuse a refused one`() throws {
    let container = try inMemory(Resident.self, Town.self)
    let (here, there) = (ModelContext(container), ModelContext(container))
    let foreign = Resident("far", 1)
    there.insert(foreign)
    let town = Town("a")
    here.insert(town)
    town.residents.append(foreign)
    town.residents.append(Resident("near", 2))
    #expect(throws: (any Error).self) { try here.save() }
    #expect(throws: (any Error).self) { try here.save() }
    town.residents = town.residents
    try here.save()
    #expect(town.residents.map(\.name) == ["near"])
  }

  @Test func `deleting the owner or rolling back settles a refused target`() throws {
    let container = try inMemory(Resident.self, Town.self)
    let (here, there) = (ModelContext(container), ModelContext(container))
    let town = Town("a")
    there.insert(town)
    let resident = Resident("x", 1)
    resident.town = town
    here.insert(resident)
    #expect(throws: (any Error).self) { try here.save() }
    here.delete(resident)
    try here.save()
    here.insert(Resident("y", 1))
    try here.save()
    #expect(try here.fetch(FetchDescriptor<Resident>()).map(\.name) == ["y"])
  }
}
