import ObjectGraph
import Testing

/// More properties than a change mask has bits: relationships come after them.
@Model private final class Wide {
  @Attribute(.unique) var key: String
  var p00 = 0
  var p01 = 0
  var p02 = 0
  var p03 = 0
  var p04 = 0
  var p05 = 0
  var p06 = 0
  var p07 = 0
  var p08 = 0
  var p09 = 0
  var p10 = 0
  var p11 = 0
  var p12 = 0
  var p13 = 0
  var p14 = 0
  var p15 = 0
  var p16 = 0
  var p17 = 0
  var p18 = 0
  var p19 = 0
  var p20 = 0
  var p21 = 0
  var p22 = 0
  var p23 = 0
  var p24 = 0
  var p25 = 0
  var p26 = 0
  var p27 = 0
  var p28 = 0
  var p29 = 0
  var p30 = 0
  var p31 = 0
  var p32 = 0
  var p33 = 0
  var p34 = 0
  var p35 = 0
  var p36 = 0
  var p37 = 0
  var p38 = 0
  var p39 = 0
  var p40 = 0
  var p41 = 0
  var p42 = 0
  var p43 = 0
  var p44 = 0
  var p45 = 0
  var p46 = 0
  var p47 = 0
  var p48 = 0
  var p49 = 0
  var p50 = 0
  var p51 = 0
  var p52 = 0
  var p53 = 0
  var p54 = 0
  var p55 = 0
  var p56 = 0
  var p57 = 0
  var p58 = 0
  var p59 = 0
  var p60 = 0
  var p61 = 0
  var first: Town?
  var second: Town?
  init(_ key: String) { self.key = key }
}

@Suite struct UpsertReplacementTests {
  private func world() throws -> ModelContext {
    let context = ModelContext(try inMemory(Bag.self, Thing.self, Resident.self, Town.self))
    let bag = Bag("k")
    context.insert(bag)
    bag.things = [Thing("1"), Thing("2")]
    bag.owner = Resident("r", 1)
    try context.save()
    return context
  }

  @Test func `relationships that the insertion assigned replace those of the stored object`() throws {
    let context = try world()
    let bag = Bag("k")
    context.insert(bag)
    bag.things = [Thing("3")]
    bag.owner = nil
    try context.save()
    let stored = try context.fetch(FetchDescriptor<Bag>())
    #expect(stored.count == 1)
    #expect(stored[0].things.map(\.name) == ["3"] && stored[0].owner == nil)
    #expect(bag.things.map(\.name) == ["3"])
  }

  @Test func `an empty list that was assigned replaces too`() throws {
    let context = try world()
    let bag = Bag("k")
    bag.things = []
    context.insert(bag)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Bag>())[0].things.isEmpty)
  }

  @Test func `relationships that the insertion did not touch are kept`() throws {
    let context = try world()
    context.insert(Bag("k"))
    try context.save()
    let stored = try context.fetch(FetchDescriptor<Bag>())[0]
    #expect(stored.things.map(\.name) == ["1", "2"] && stored.owner?.name == "r")
  }

  @Test func `targets that were added are added`() throws {
    let context = try world()
    let bag = Bag("k")
    context.insert(bag)
    bag.things.append(Thing("3"))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Bag>())[0].things.map(\.name) == ["1", "2", "3"])
  }

  @Test func `of many properties only the one that was cleared is cleared`() throws {
    let context = ModelContext(try inMemory(Wide.self, Resident.self, Town.self))
    let wide = Wide("k")
    context.insert(wide)
    wide.first = Town("a")
    wide.second = Town("b")
    try context.save()
    let again = Wide("k")
    context.insert(again)
    again.first = nil
    try context.save()
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Wide>())
    #expect(stored[0].first == nil && stored[0].second?.name == "b")
  }
}
