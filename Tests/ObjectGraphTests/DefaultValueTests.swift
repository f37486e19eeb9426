import LogStore
import ObjectGraph
import Testing

enum Defaults {
  enum Level: Int, Codable { case low, high }

  @Model class Item {
    var count: Int = 5
    var small: Int8 = -3
    var share = 0.5
    var ratio: Float = 2
    var title = "untitled"
    var isOpen: Bool = true
    var price: Decimal = 10
    var maybe: Int? = 7
    @Attribute(originalName: "label") var caption: String = "c"
    var none: Int?
    var made: Date = Date.now
    var level: Level = Level.low
    var tags: [String] = []
    @Attribute(.encrypt) var secret: String? = "clear"
    init() {}
  }

  @Model final class Special: Item {
    var extra: UInt16 = 9
  }
}

@Suite struct DefaultValueTests {
  @Test func `constant initial values are in the store's catalog`() throws {
    let container = try inMemory(Defaults.Item.self, Defaults.Special.self)
    let catalog = container.store.catalog
    let entity = try #require(catalog.entity(named: "Item"))
    let values = Dictionary(uniqueKeysWithValues: entity.attributes.map { ($0.name, $0.defaultValue) })
    #expect(values["count"] == .int(5) && values["small"] == .int(-3) && values["maybe"] == .int(7))
    #expect(values["share"] == .double(0.5) && values["ratio"] == .float(2))
    #expect(values["title"] == .string("untitled") && values["caption"] == .string("c"))
    #expect(values["isOpen"] == .bool(true) && values["price"] == .decimal(DecimalBytes(10)))
    for name in ["none", "made", "tags", "secret"] { #expect(values[name] == .null, "\(name)") }
    let special = try #require(catalog.entity(named: "Special"))
    #expect(special.attributes.map(\.defaultValue) == [.uint(9)])
  }

  @Test func `new objects have the values, whatever the catalog says`() throws {
    let context = ModelContext(try inMemory(Defaults.Special.self))
    let item = Defaults.Special()
    item.secret = nil
    context.insert(item)
    try context.save()
    let count = 5
    let found = try context.fetch(FetchDescriptor<Defaults.Item>(predicate: #Predicate { $0.count == count }))
    #expect(found == [item] && item.extra == 9 && item.title == "untitled")
  }
}
