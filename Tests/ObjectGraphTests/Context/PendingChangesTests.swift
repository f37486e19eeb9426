import ObjectGraph
import Testing

/// Calls that programs for Apple platforms make, and that change nothing here that can be seen.
struct PendingChangesTests {
  @Test func `a configuration can name its models instead of the container`() throws {
    let configuration = ModelConfiguration(for: Owner.self, Pet.self, Toy.self, isStoredInMemoryOnly: true)
    #expect(configuration.isStoredInMemoryOnly)
    #expect(Set(try #require(configuration.schema).entities.map(\.name)) == ["Owner", "Pet", "Toy"])
    let container = try ModelContainer(for: Owner.self, configurations: configuration)
    let context = ModelContext(container)
    context.insert(Owner(name: "Ada"))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Owner>()) == 1)
  }

  @Test func `processing pending changes keeps them pending, with both ends in step`() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: Owner.self, Pet.self, Toy.self, configurations: configuration)
    let context = ModelContext(container)
    let owner = Owner(name: "Ada")
    context.insert(owner)
    try context.save()
    let pet = Pet(name: "Rex")
    owner.pets.append(pet)
    context.processPendingChanges()
    #expect(pet.owner === owner)
    #expect(context.hasChanges)
    #expect(context.insertedModelsArray.contains { $0 === pet })
    context.rollback()
    context.processPendingChanges()
    #expect(owner.pets.isEmpty)
    #expect(!context.hasChanges)
  }
}
