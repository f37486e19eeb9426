import ObjectGraph
import Testing

@ModelActor actor TownKeeper {
  func add(_ name: String) throws -> PersistentIdentifier {
    let town = Town(name)
    modelContext.insert(town)
    try modelContext.save()
    return town.persistentModelID
  }

  func name(of id: PersistentIdentifier) -> String? { self[id, as: Town.self]?.name }

  var isOnMainThread: Bool { Thread.isMainThread }
}

@Suite struct ModelActorTests {
  @Test func `an actor works with a context of its own`() async throws {
    let container = try inMemory(Town.self, Resident.self)
    let keeper = TownKeeper(modelContainer: container)
    let id = try await keeper.add("a")
    #expect(await keeper.name(of: id) == "a")
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Town>()) == 1)
    #expect(await keeper.name(of: PersistentIdentifierSource.foreign()) == nil)
  }

  @MainActor
  @Test func `an actor that is made on the main thread does not work there`() async throws {
    let keeper = TownKeeper(modelContainer: try inMemory(Town.self, Resident.self))
    #expect(await !keeper.isOnMainThread)
  }

  @Test func `background work has a context of its own`() async throws {
    let container = try inMemory(Town.self, Resident.self)
    let count = try await container.performBackgroundTask { context in
      context.insert(Town("a"))
      try context.save()
      context.insert(Town("dropped"))
      return try context.fetchCount(FetchDescriptor<Town>())
    }
    #expect(count == 2)
    #expect(try container.newBackgroundContext().fetchCount(FetchDescriptor<Town>()) == 1)
  }
}

/// Identifiers that no store of a test gave.
enum PersistentIdentifierSource {
  static func foreign() -> PersistentIdentifier { Town("far").persistentModelID }
}
