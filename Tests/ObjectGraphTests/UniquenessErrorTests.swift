import ObjectGraph
import Testing

@Suite struct UniquenessErrorTests {
  @Test func `a refused value names entity and property`() throws {
    let context = ModelContext(try inMemory(Resident.self, Town.self))
    let (a, b) = (Resident("a", 1), Resident("b", 1))
    context.insert(a)
    context.insert(b)
    try context.save()
    b.name = "a"
    do {
      try context.save()
      Issue.record("saved")
    } catch ObjectGraphError.uniquenessViolation(let entity, let properties, let message) {
      #expect(entity == "Resident" && properties == ["name"] && message.contains("name"))
    }
    b.name = "c"
    try context.save()
  }
}
