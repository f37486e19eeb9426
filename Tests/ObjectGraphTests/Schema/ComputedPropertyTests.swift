import ObjectGraph
import Testing

/// Computed properties that return what a stored one holds for most values, but not for all.
@Suite struct ComputedPropertyTests {
  private func world() throws -> ModelContext {
    let context = ModelContext(try inMemory(Resident.self, Town.self))
    let (low, padded) = (Resident("neg", -5), Resident(" pad ", 5))
    context.insert(low)
    context.insert(padded)
    low.town = Town("nowhere")
    padded.town = Town("here")
    try context.save()
    return context
  }

  @Test func `a predicate asks the computed property, not the stored one that it reads`() throws {
    let context = try world()
    let none = try context.fetch(FetchDescriptor<Resident>(predicate: #Predicate { $0.safeAge == 0 }))
    #expect(none.map(\.name) == ["neg"])
    let padded = try context.fetch(FetchDescriptor<Resident>(predicate: #Predicate { $0.trimmed == "pad" }))
    #expect(padded.count == 1)
    let homeless = try context.fetch(FetchDescriptor<Resident>(predicate: #Predicate { $0.home == nil }))
    #expect(homeless.map(\.name) == ["neg"])
  }

  @Test func `an order asks the computed property, not the stored one that it reads`() throws {
    let context = try world()
    let sorted = try context.fetch(FetchDescriptor<Resident>(sortBy: [SortDescriptor(\.trimmed)]))
    #expect(sorted.map(\.trimmed) == ["neg", "pad"])
  }

  @Test func `a computed property of a subclass is not taken for the inherited one that it reads`() throws {
    let context = ModelContext(try inMemory(Album.self, RarePiece.self))
    context.insert(RarePiece(" pad "))
    try context.save()
    let padded = FetchDescriptor<RarePiece>(predicate: #Predicate { $0.trimmed == "pad" })
    #expect(try context.fetchCount(padded) == 1)
    let plan = try context.explain(FetchDescriptor<RarePiece>(predicate: #Predicate { $0.name == " pad " }))
    #expect(plan.residual == nil)
  }
}
