import ObjectGraph
import Testing

@Model private final class Shelf {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []
  init(_ name: String) { self.name = name }
}

@Model private final class Volume {
  @Attribute(.unique) var title: String
  var shelf: Shelf?
  init(_ title: String) { self.title = title }
}

@Model private final class Pile {
  @Relationship(inverse: \Sheet.pile) var sheets: [Sheet] = []
  init() {}
}

@Model private final class Sheet {
  @Attribute(.unique) var title: String
  var pile: Pile?
  init(_ title: String) { self.title = title }
}

@Model private final class Code {
  @Attribute(.unique) var letter: Int
  @Attribute(.unique) var digit: Int
  var note = ""
  init(_ letter: Int, _ digit: Int) {
    self.letter = letter
    self.digit = digit
  }
}

@Suite struct UpsertOrderTests {
  /// A shelf "s" with volumes whose order is not that of their ids.
  private func world() throws -> ModelContext {
    let context = ModelContext(try inMemory(Shelf.self, Volume.self))
    let volumes = ["1", "2", "3"].map(Volume.init)
    for volume in volumes { context.insert(volume) }
    let shelf = Shelf("s")
    context.insert(shelf)
    shelf.volumes = [volumes[1], volumes[2], volumes[0]]
    try context.save()
    return context
  }

  private func order(_ context: ModelContext) throws -> [String] {
    try ModelContext(context.container).fetch(FetchDescriptor<Shelf>())[0].volumes.map(\.title)
  }

  @Test(arguments: [true, false])
  func `a child that names its owner anew stays in the list, and the others keep their order`(
    isOwnerFirst: Bool
  ) throws {
    let context = try world()
    let shelf = Shelf("s")
    let volume = Volume("3")
    if isOwnerFirst { context.insert(shelf) }
    context.insert(volume)
    if !isOwnerFirst { context.insert(shelf) }
    volume.shelf = shelf
    try context.save()
    #expect(Set(try order(context)) == ["1", "2", "3"])
    #expect(try order(context).filter { $0 != "3" } == ["2", "1"])
  }

  @Test(arguments: [true, false])
  func `a list that is stated again in another order takes that order`(isOwnerFirst: Bool) throws {
    let context = try world()
    let shelf = Shelf("s")
    let volumes = ["3", "1", "2"].map(Volume.init)
    if isOwnerFirst { context.insert(shelf) }
    for volume in volumes { context.insert(volume) }
    if !isOwnerFirst { context.insert(shelf) }
    shelf.volumes = volumes
    try context.save()
    #expect(try order(context) == ["3", "1", "2"])
  }

  @Test(arguments: [true, false])
  func `children of an object without a key that are stored already take the order stated`(
    isNewFirst: Bool
  ) throws {
    let context = ModelContext(try inMemory(Pile.self, Sheet.self))
    context.insert(Sheet("1"))
    try context.save()
    let pile = Pile()
    let sheets = isNewFirst ? [Sheet("2"), Sheet("1")] : [Sheet("1"), Sheet("2")]
    for sheet in sheets { context.insert(sheet) }
    context.insert(pile)
    pile.sheets = sheets
    try context.save()
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Pile>())
    #expect(stored[0].sheets.map(\.title) == sheets.map(\.title))
  }

  @Test func `a key that an upsert took from an object is free for the next one`() throws {
    let context = ModelContext(try inMemory(Code.self))
    let first = Code(1, 1)
    context.insert(first)
    try context.save()
    first.note = "changed"
    context.insert(Code(1, 2))
    context.insert(Code(9, 1))
    try context.save()
    let stored = try context.fetch(FetchDescriptor<Code>(sortBy: [SortDescriptor(\.letter)]))
    #expect(stored.map(\.letter) == [1, 9] && stored.map(\.digit) == [2, 1])
  }
}
