import LogStore
import Testing

struct GraphRuleTests {
  @Test func `a family holds every entity below its root, the last one included`() throws {
    let fixture = try GraphFixture()
    let catalog = fixture.schema.catalog
    let animal = try #require(fixture.schema.entity(named: "Animal"))
    for name in ["Dog", "Cat"] {
      let id = try #require(fixture.schema.entity(named: name))
      #expect(catalog.isKind(id, of: animal))
      #expect(catalog.family(of: id) == [id])
    }
    #expect(catalog.family(of: animal).count == 3)
  }

  @Test func `committed objects are there at once, after closing and after compaction`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let owner = try fixture.insert("Owner", ["title": .string("Ada")], into: &batch)
    let dog = try fixture.insert(
      "Dog",
      ["name": .string("Rex"), "age": .int(3), "owner": .reference(owner)],
      into: &batch
    )
    try fixture.store.commit(batch)
    #expect(fixture.members(owner, "Owner", "pets") == [dog])
    let again = try fixture.reopened()
    #expect(try again.values(of: dog)["name"] == .string("Rex"))
    #expect(again.members(owner, "Owner", "pets") == [dog])
    try again.store.compact()
    #expect(try again.values(of: dog)["owner"] == .reference(owner))
    let last = try again.reopened()
    #expect(try last.values(of: dog)["age"] == .int(3))
    #expect(last.members(owner, "Owner", "pets") == [dog])
  }

  @Test func `an insertion with the unique values of a stored object updates it, and references follow`()
    throws
  {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let first = try fixture.insert("Cat", ["name": .string("Tom"), "age": .int(1)], into: &batch)
    try fixture.store.commit(batch)
    batch = WriteBatch()
    let second = try fixture.insert("Cat", ["name": .string("Tom"), "age": .int(9)], into: &batch)
    let owner = try fixture.insert(
      "Owner",
      ["title": .string("A"), "best": .reference(second)],
      into: &batch
    )
    let receipt = try fixture.store.commit(batch)
    #expect(receipt.forwarded.map(\.incoming) == [second])
    #expect(receipt.forwarded.map(\.survivor) == [first])
    #expect(try fixture.values(of: first)["age"] == .int(9))
    #expect(try fixture.values(of: owner)["best"] == .reference(first))
    #expect(fixture.store.snapshot().entity(of: second) == nil)
    let again = try fixture.reopened()
    batch = WriteBatch(uniqueness: .fail)
    try again.insert("Cat", ["name": .string("Tom")], into: &batch)
    #expect(throws: StoreError.self) { try again.store.commit(batch) }
  }

  @Test func `canonically equal strings are one unique value`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let first = try fixture.insert("Dog", ["name": .string("Caf\u{E9}")], into: &batch)
    let second = try fixture.insert("Dog", ["name": .string("Cafe\u{301}")], into: &batch)
    let receipt = try fixture.store.commit(batch)
    #expect(receipt.forwarded.map(\.survivor) == [first])
    #expect(fixture.store.snapshot().entity(of: second) == nil)
  }

  @Test func `deleting an owner deletes its pets and clears one-way references to them`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let owner = try fixture.insert("Owner", ["title": .string("A")], into: &batch)
    let dog = try fixture.insert("Dog", ["name": .string("R"), "owner": .reference(owner)], into: &batch)
    let other = try fixture.insert("Owner", ["title": .string("B"), "best": .reference(dog)], into: &batch)
    batch.setMembers(of: other, fixture.property("Owner", "watched"), to: [dog])
    try fixture.store.commit(batch)
    batch = WriteBatch()
    batch.delete(owner)
    let receipt = try fixture.store.commit(batch)
    #expect(receipt.deleted == [owner, dog])
    #expect(receipt.touched == [other])
    #expect(try fixture.values(of: other)["best"] == .null)
    #expect(fixture.members(other, "Owner", "watched").isEmpty)
    let again = try fixture.reopened()
    #expect(again.store.snapshot().entity(of: dog) == nil)
    #expect(try again.values(of: other)["best"] == .null)
  }

  @Test func `order of a to-many relationship is kept through insertions, moves and reopening`() throws {
    let fixture = try GraphFixture()
    let pets = fixture.property("Owner", "pets")
    var batch = WriteBatch()
    let owner = try fixture.insert("Owner", ["title": .string("A")], into: &batch)
    var dogs: [ObjectID] = []
    for index in 0..<5 {
      dogs.append(
        try fixture.insert("Dog", ["name": .string("\(index)"), "owner": .reference(owner)], into: &batch)
      )
    }
    try fixture.store.commit(batch)
    #expect(fixture.members(owner, "Owner", "pets") == dogs)
    batch = WriteBatch()
    dogs.insert(dogs.removeLast(), at: 0)
    dogs.swapAt(2, 3)
    batch.setMembers(of: owner, pets, to: dogs)
    try fixture.store.commit(batch)
    #expect(fixture.members(owner, "Owner", "pets") == dogs)
    #expect(try fixture.reopened().members(owner, "Owner", "pets") == dogs)
  }

  @Test func `both ends of a many-to-many relationship agree after each change`() throws {
    let fixture = try GraphFixture()
    let tags = fixture.property("Owner", "tags")
    let owners = fixture.property("Tag", "owners")
    var batch = WriteBatch()
    let a = try fixture.insert("Owner", ["title": .string("A")], into: &batch)
    let b = try fixture.insert("Owner", ["title": .string("B")], into: &batch)
    let labels = try (0..<4).map { try fixture.insert("Tag", ["label": .string("\($0)")], into: &batch) }
    batch.setMembers(of: a, tags, to: [labels[2], labels[0]])
    try fixture.store.commit(batch)
    batch = WriteBatch()
    batch.setMembers(of: labels[3], owners, to: [b, a])
    try fixture.store.commit(batch)
    #expect(fixture.members(a, "Owner", "tags") == [labels[2], labels[0], labels[3]])
    #expect(fixture.members(labels[3], "Tag", "owners") == [b, a])
    batch = WriteBatch()
    batch.setMembers(of: a, tags, to: [labels[0]])
    try fixture.store.commit(batch)
    let again = try fixture.reopened()
    #expect(again.members(a, "Owner", "tags") == [labels[0]])
    #expect(again.members(labels[3], "Tag", "owners") == [b])
    #expect(again.members(labels[2], "Tag", "owners").isEmpty)
    batch = WriteBatch()
    batch.delete(labels[0])
    try again.store.commit(batch)
    #expect(again.members(a, "Owner", "tags").isEmpty)
  }

  @Test func `changes of two contexts to different properties of one object are both kept`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let dog = try fixture.insert("Dog", ["name": .string("R"), "age": .int(1)], into: &batch)
    let first = try fixture.store.commit(batch).sequence
    var mine = WriteBatch()
    try fixture.update(dog, "Dog", ["age": .int(2)], in: &mine, baseVersion: first)
    var theirs = WriteBatch()
    try fixture.update(dog, "Dog", ["tricks": .int(7)], in: &theirs, baseVersion: first)
    try fixture.store.commit(theirs)
    try fixture.store.commit(mine)
    let values = try fixture.values(of: dog)
    #expect(values["age"] == .int(2))
    #expect(values["tricks"] == .int(7))
  }

  @Test func `a missing required value is refused and named, and nothing is written`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let dog = try fixture.insert("Dog", [:], into: &batch)
    let before = fixture.store.sequence
    let error = #expect(throws: StoreError.self) { try fixture.store.commit(batch) }
    #expect(error?.code == .validation)
    #expect(error?.violations.map(\.property) == ["name"])
    #expect(error?.violations.map(\.object) == [dog])
    #expect(fixture.store.sequence == before)
  }

  @Test func `changes after a commit are listed from memory and from the log`() throws {
    let fixture = try GraphFixture()
    let start = fixture.store.sequence
    var batch = WriteBatch(author: "tester")
    let dog = try fixture.insert("Dog", ["name": .string("R")], into: &batch)
    try fixture.store.commit(batch)
    batch = WriteBatch()
    try fixture.update(dog, "Dog", ["age": .int(2)], in: &batch)
    try fixture.store.commit(batch)
    for fixture in [fixture, try fixture.reopened()] {
      let changes = try fixture.store.changes(after: start)
      #expect(changes.map(\.author) == ["tester", ""])
      #expect(changes.flatMap(\.changes).map(\.kind) == [.inserted, .updated])
      #expect(changes.last?.changes.first?.properties == [fixture.property("Dog", "age")])
    }
  }

  @Test func `a schema that differs is refused with each property named`() throws {
    let fixture = try GraphFixture()
    var changed = GraphFixture.description
    changed.entities[0].attributes[1].kind = .string
    changed.entities[0].attributes.append(.init(name: "colour", kind: .string, typeName: "String"))
    let error = #expect(throws: StoreError.self) { try fixture.store.adopt(changed) }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.differences.count == 2)
    #expect(error?.differences.contains { $0.hasPrefix("Animal.age") } == true)
  }

  @Test func `a change of an object that another commit deleted is a conflict, its deletion is not`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let dog = try fixture.insert("Dog", ["name": .string("R")], into: &batch)
    let seen = try fixture.store.commit(batch).sequence
    var mine = WriteBatch()
    try fixture.update(dog, "Dog", ["age": .int(2)], in: &mine, baseVersion: seen)
    var theirs = WriteBatch()
    theirs.delete(dog)
    try fixture.store.commit(theirs)
    let before = fixture.store.sequence
    let error = #expect(throws: StoreError.self) { try fixture.store.commit(mine) }
    #expect(error?.code == .conflict)
    #expect(error?.objects == [dog])
    try fixture.store.commit(theirs)
    #expect(fixture.store.sequence == before)
  }

  @Test func `a program that declares a part of the schema obeys the rules of all of it`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let owner = try fixture.insert("Owner", ["title": .string("A")], into: &batch)
    let labels = try (0..<2).map { try fixture.insert("Tag", ["label": .string("\($0)")], into: &batch) }
    batch.setMembers(of: owner, fixture.property("Owner", "tags"), to: labels)
    let dog = try fixture.insert("Dog", ["name": .string("R"), "owner": .reference(owner)], into: &batch)
    try fixture.store.commit(batch)
    try fixture.store.close()
    let store = try Store.open(at: GraphFixture.path, io: fixture.io)
    let part = GraphFixture.description.entities.filter { $0.name == "Tag" }
    #expect(try store.adopt(SchemaDescription(entities: part)).entity(named: "Owner") == nil)
    batch = WriteBatch()
    batch.delete(labels[0])
    batch.delete(owner)
    #expect(try store.commit(batch).deleted == [owner, labels[0], dog].sorted())
    #expect(store.snapshot().members(of: labels[1], fixture.property("Tag", "owners")).isEmpty)
    try store.close()
    #expect(try StoreCheck.run(at: GraphFixture.path, io: fixture.io).isClean)
  }
}
