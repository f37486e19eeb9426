import LogStore
import Testing

/// What a list of targets has to be so that both ends agree afterwards.
struct MemberRuleTests {
  private func isSound(_ fixture: GraphFixture) throws -> Bool {
    try fixture.store.close()
    return try StoreCheck.run(at: GraphFixture.path, io: fixture.io).isClean
  }

  @Test func `targets of an object that another commit deleted are a conflict`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let owner = try fixture.insert("Owner", ["title": .string("o")], into: &batch)
    let tag = try fixture.insert("Tag", ["label": .string("a")], into: &batch)
    try fixture.store.commit(batch)
    batch = WriteBatch()
    batch.delete(owner)
    try fixture.store.commit(batch)
    for (entity, name) in [("Owner", "tags"), ("Owner", "watched"), ("Owner", "pets")] {
      batch = WriteBatch()
      batch.setMembers(of: owner, fixture.property(entity, name), to: name == "tags" ? [tag] : [])
      let error = #expect(throws: StoreError.self) { try fixture.store.commit(batch) }
      #expect(error?.code == .conflict)
      #expect(error?.objects == [owner])
    }
    #expect(try isSound(fixture))
  }

  @Test func `targets of an object that the same commit deletes do not matter`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let owner = try fixture.insert("Owner", ["title": .string("o")], into: &batch)
    let tag = try fixture.insert("Tag", ["label": .string("a")], into: &batch)
    try fixture.store.commit(batch)
    batch = WriteBatch()
    batch.delete(owner)
    batch.setMembers(of: owner, fixture.property("Owner", "tags"), to: [tag])
    #expect(try fixture.store.commit(batch).deleted == [owner])
    #expect(try isSound(fixture))
  }

  @Test func `a target that another commit deleted is left out of a list that still names it`() throws {
    let fixture = try GraphFixture()
    let tags = fixture.property("Owner", "tags")
    var batch = WriteBatch()
    let owner = try fixture.insert("Owner", ["title": .string("o")], into: &batch)
    let labels = try (0..<3).map { try fixture.insert("Tag", ["label": .string("\($0)")], into: &batch) }
    batch.setMembers(of: owner, tags, to: [labels[0], labels[1]])
    try fixture.store.commit(batch)
    batch = WriteBatch()
    batch.delete(labels[0])
    try fixture.store.commit(batch)
    batch = WriteBatch()
    batch.setMembers(of: owner, tags, to: labels)
    try fixture.store.commit(batch)
    #expect(fixture.members(owner, "Owner", "tags") == [labels[1], labels[2]])
    #expect(try isSound(fixture))
  }

  @Test func `a target that never existed or is of another kind is a broken rule`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let owner = try fixture.insert("Owner", ["title": .string("o")], into: &batch)
    let tag = try fixture.insert("Tag", ["label": .string("a")], into: &batch)
    try fixture.store.commit(batch)
    let nobody = ObjectID(rawValue: 9_999)
    for (name, target) in [
      ("tags", owner), ("tags", nobody), ("watched", tag), ("pets", tag), ("pets", nobody),
    ] {
      batch = WriteBatch()
      batch.setMembers(of: owner, fixture.property("Owner", name), to: [target])
      let error = #expect(throws: StoreError.self) { try fixture.store.commit(batch) }
      #expect(error?.code == .validation)
      #expect(error?.violations.map(\.rule) == [.danglingReference])
      #expect(error?.violations.map(\.property) == [name])
    }
    #expect(try isSound(fixture))
  }

  @Test func `a list of a relationship that the owner does not have is refused`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let owner = try fixture.insert("Owner", ["title": .string("o")], into: &batch)
    let tag = try fixture.insert("Tag", ["label": .string("a")], into: &batch)
    try fixture.store.commit(batch)
    let relationships = [
      fixture.property("Tag", "owners"), fixture.property("Owner", "best"),
      fixture.property("Owner", "title"),
      PropertyID(rawValue: 4_711),
    ]
    for relationship in relationships {
      batch = WriteBatch()
      batch.setMembers(of: owner, relationship, to: [tag])
      let error = #expect(throws: StoreError.self) { try fixture.store.commit(batch) }
      #expect(error?.code == .invalidArgument)
    }
    #expect(try isSound(fixture))
  }

  @Test func `thousands of new links keep their order at both ends`() throws {
    let fixture = try GraphFixture()
    var batch = WriteBatch()
    let tags = try (0..<10).map { try fixture.insert("Tag", ["label": .string("\($0)")], into: &batch) }
    var owners: [ObjectID] = []
    for index in 0..<2_000 {
      let owner = try fixture.insert("Owner", ["title": .string("\(index)")], into: &batch)
      batch.setMembers(
        of: owner,
        fixture.property("Owner", "tags"),
        to: [tags[index % 10], tags[(index + 3) % 10]]
      )
      owners.append(owner)
    }
    try fixture.store.commit(batch)
    let again = try fixture.reopened()
    for (index, owner) in owners.enumerated() {
      #expect(again.members(owner, "Owner", "tags") == [tags[index % 10], tags[(index + 3) % 10]])
    }
    for (index, tag) in tags.enumerated() {
      let expected = owners.enumerated().filter { $0.offset % 10 == index || ($0.offset + 3) % 10 == index }
      #expect(again.members(tag, "Tag", "owners") == expected.map(\.element))
    }
    #expect(try isSound(again))
  }
}
