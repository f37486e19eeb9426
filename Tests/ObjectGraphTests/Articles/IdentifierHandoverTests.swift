import ObjectGraph
import Testing

enum Handover {
  @Model final class Item {
    @Attribute(.unique) var key: UUID
    var name: String
    var isChecked = false
    init(name: String) {
      key = UUID()
      self.name = name
    }
  }

  /// The values of an item, to be sent to where the item itself cannot go.
  struct Snapshot: Sendable, Equatable {
    var name: String
    var isChecked: Bool
  }

  /// Works on items away from the context they were made in.
  actor Worker {
    private let context: ModelContext

    init(_ container: ModelContainer) { context = ModelContext(container) }

    func check(_ id: PersistentIdentifier) throws -> Snapshot? {
      guard let item = context.model(for: id) as? Item else { return nil }
      item.isChecked = true
      try context.save()
      return Snapshot(name: item.name, isChecked: item.isChecked)
    }
  }
}

@Suite struct IdentifierHandoverTests {
  @Test func `an identifier and plain values cross actors, and the change comes back`() async throws {
    let container = try inMemory(Handover.Item.self)
    let worker = Handover.Worker(container)
    let (id, before) = try make(container)
    #expect(before == Handover.Snapshot(name: "milk", isChecked: false))
    let after = try await worker.check(id)
    #expect(after == Handover.Snapshot(name: "milk", isChecked: true))
    let context = ModelContext(container)
    let read: Handover.Item? = try context.existingModel(for: id)
    #expect(read?.isChecked == true)
  }

  private func make(_ container: ModelContainer) throws -> (PersistentIdentifier, Handover.Snapshot) {
    let context = ModelContext(container)
    let item = Handover.Item(name: "milk")
    context.insert(item)
    try context.save()
    return (item.persistentModelID, Handover.Snapshot(name: item.name, isChecked: item.isChecked))
  }
}
