import ObjectGraph
import Testing

enum S003_1 {
  @Model
  final class ShoppingItem {
    @Attribute(.unique) var id: UUID
    var name: String
    var category: String
    var note: String
    var isChecked: Bool
    var isFavorite: Bool
    var quantity: Int
    var lastModified: Date?

    init(
      id: UUID = UUID(),
      name: String,
      category: String = "other",
      note: String = "",
      isChecked: Bool = false,
      isFavorite: Bool = false,
      quantity: Int = 1,
      lastModified: Date? = nil
    ) {
      self.id = id
      self.name = name
      self.category = category
      self.note = note
      self.isChecked = isChecked
      self.isFavorite = isFavorite
      self.quantity = quantity
      self.lastModified = lastModified
    }
  }
}

@Suite struct S003_01_ShoppingItemTests {
  typealias ShoppingItem = S003_1.ShoppingItem

  @Test func `an item that comes a second time by another way updates the first`() throws {
    try withTemporaryStore { configuration in
      let id = UUID()
      var identity: PersistentIdentifier?
      do {
        let container = try ModelContainer(for: ShoppingItem.self, configurations: configuration)
        let context = ModelContext(container)
        let local = ShoppingItem(id: id, name: "Milk", note: "cold")
        context.insert(local)
        context.insert(ShoppingItem(name: "Milk"))
        try context.save()
        identity = local.persistentModelID
        #expect(local.quantity == 1 && local.category == "other" && local.lastModified == nil)

        let sync = ModelContext(container)
        let incoming = ShoppingItem(
          id: id,
          name: "Milk 2 l",
          isChecked: true,
          quantity: 3,
          lastModified: day(1)
        )
        sync.insert(incoming)
        try sync.save()
        #expect(incoming.persistentModelID == identity)
        #expect(try context.fetchCount(FetchDescriptor<ShoppingItem>()) == 2)
        #expect(local.name == "Milk 2 l" && local.quantity == 3)
      }
      let container = try ModelContainer(for: ShoppingItem.self, configurations: configuration)
      let context = ModelContext(container)
      let same = FetchDescriptor<ShoppingItem>(predicate: #Predicate { $0.id == id })
      #expect(try context.fetchCount(same) == 1)
      let item = try #require(try context.fetch(same).first)
      #expect(item.persistentModelID == identity)
      #expect(item.name == "Milk 2 l" && item.isChecked && !item.isFavorite && item.quantity == 3)
      #expect(item.lastModified == day(1) && item.note == "")
    }
  }
}
