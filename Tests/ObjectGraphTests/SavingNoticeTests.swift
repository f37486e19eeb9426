import LogStore
import ObjectGraph
import Synchronization
import Testing

/// What `didSave` and `fetch` promise about objects that nobody has loaded.
@Suite struct SavingNoticeTests {
  /// The identifiers of one kind in the notification that a body makes a context post.
  private func identifiers(
    _ key: ModelContext.NotificationKey,
    _ context: ModelContext,
    _ body: () throws -> Void
  ) rethrows -> Set<PersistentIdentifier> {
    let found = Mutex<[PersistentIdentifier]>([])
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave,
      object: context,
      queue: nil
    ) { note in
      let list = note.userInfo?[key.rawValue] as? [PersistentIdentifier] ?? []
      found.withLock { $0 += list }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try body()
    return Set(found.withLock { $0 })
  }

  @Test func `didSave names cascades and cleared references that were never loaded`() throws {
    let container = try inMemory(Owner.self, Toy.self)
    var pets: Set<PersistentIdentifier> = []
    do {
      let context = ModelContext(container)
      let owner = Owner(name: "o")
      owner.pets = [Pet(name: "a"), Pet(name: "b")]
      context.insert(owner)
      try context.save()
      pets = Set(owner.pets.map(\.persistentModelID))
    }
    let context = ModelContext(container)
    let owner = try #require(try context.fetch(FetchDescriptor<Owner>()).first)
    let id = owner.persistentModelID
    let gone = try identifiers(.deletedIdentifiers, context) {
      context.delete(owner)
      try context.save()
    }
    #expect(gone == pets.union([id]))
    #expect(gone.allSatisfy { $0.entityName == (pets.contains($0) ? "Pet" : "Owner") })
  }

  @Test func `didSave does not name an object whose change was taken back`() throws {
    let context = ModelContext(try inMemory(Note.self))
    let notes = ["a", "b"].map { Note(title: $0) }
    for note in notes { context.insert(note) }
    try context.save()
    let updated = try identifiers(.updatedIdentifiers, context) {
      notes[0].rank = 1
      notes[0].rank = 0
      notes[1].rank = 1
      try context.save()
    }
    #expect(updated == [notes[1].persistentModelID])
  }
}
