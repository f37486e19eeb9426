import LogStore
import ObjectGraph
import Testing

@Suite struct PrefetchTests {
  private func filled() throws -> (
    container: ModelContainer, owners: [PersistentIdentifier], pets: [PersistentIdentifier]
  ) {
    let container = try inMemory(Owner.self, Toy.self)
    let context = ModelContext(container)
    let owners = (0..<3).map { Owner(name: "o\($0)") }
    for owner in owners {
      owner.pets = (0..<2).map { Pet(name: "\(owner.name)p\($0)") }
      context.insert(owner)
    }
    try context.save()
    return (
      container, owners.map(\.persistentModelID), owners.flatMap { $0.pets.map(\.persistentModelID) }
    )
  }

  @Test func `targets of a to-many relationship come with the results`() throws {
    let (container, _, pets) = try filled()
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Owner>()
    #expect(try context.fetch(descriptor).count == 3)
    for id in pets { #expect(context.registeredModel(for: id) as Pet? == nil) }
    descriptor.relationshipKeyPathsForPrefetching = [\.pets]
    let owners = try context.fetch(descriptor)
    #expect(owners.count == 3)
    for id in pets { #expect((context.registeredModel(for: id) as Pet?)?.name.isEmpty == false) }
  }

  @Test func `the target of a to-one relationship comes with the results`() throws {
    let (container, owners, _) = try filled()
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Pet>()
    descriptor.relationshipKeyPathsForPrefetching = [\.owner]
    let pets = try context.fetch(descriptor)
    #expect(pets.count == 6)
    for id in owners { #expect(context.registeredModel(for: id) as Owner? != nil) }
  }
}
