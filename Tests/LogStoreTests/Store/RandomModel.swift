import LogStore

/// A graph in dictionaries that obeys the same rules as the store, in the simplest way.
struct RandomModel {
  struct Owner {
    var title: String
    var best: ObjectID?
    var pets: [ObjectID] = []
    var watched: [ObjectID] = []
    var tags: [ObjectID] = []
  }

  struct Animal {
    var kind: String
    var name: String
    var age: Int64
    var owner: ObjectID?
  }

  var owners: [ObjectID: Owner] = [:]
  var animals: [ObjectID: Animal] = [:]
  /// Tag → its owners.
  var tags: [ObjectID: [ObjectID]] = [:]

  /// Gives an animal another owner: behind the pets that the owner has.
  mutating func move(_ id: ObjectID, to owner: ObjectID?) {
    guard let old = animals[id]?.owner, old != owner else {
      guard let owner, animals[id]?.owner == nil else { return }
      animals[id]?.owner = owner
      owners[owner]?.pets.append(id)
      return
    }
    owners[old]?.pets.removeAll { $0 == id }
    animals[id]?.owner = owner
    if let owner { owners[owner]?.pets.append(id) }
  }

  mutating func delete(_ id: ObjectID) {
    if let owner = owners[id] {
      for pet in owner.pets { deleteAnimal(pet) }
      for tag in owner.tags { tags[tag]?.removeAll { $0 == id } }
      owners[id] = nil
    } else if let members = tags.removeValue(forKey: id) {
      for owner in members { owners[owner]?.tags.removeAll { $0 == id } }
    } else {
      deleteAnimal(id)
    }
  }

  private mutating func deleteAnimal(_ id: ObjectID) {
    if let owner = animals[id]?.owner { owners[owner]?.pets.removeAll { $0 == id } }
    animals[id] = nil
    for key in owners.keys {
      if owners[key]?.best == id { owners[key]?.best = nil }
      if owners[key]?.watched.contains(id) == true { owners[key]?.watched.removeAll { $0 == id } }
    }
  }

  mutating func setTags(of owner: ObjectID, to list: [ObjectID]) {
    for tag in owners[owner]?.tags ?? [] where !list.contains(tag) { tags[tag]?.removeAll { $0 == owner } }
    for tag in list where tags[tag]?.contains(owner) == false { tags[tag]?.append(owner) }
    owners[owner]?.tags = list
  }

  mutating func setOwners(of tag: ObjectID, to list: [ObjectID]) {
    for owner in tags[tag] ?? [] where !list.contains(owner) { owners[owner]?.tags.removeAll { $0 == tag } }
    for owner in list where owners[owner]?.tags.contains(tag) == false { owners[owner]?.tags.append(tag) }
    tags[tag] = list
  }

  /// The first difference between this and a store.
  func difference(_ fixture: GraphFixture) throws -> String? {
    let snapshot = fixture.store.snapshot()
    func reference(_ id: ObjectID?) -> StoredValue { id.map { .reference($0) } ?? .null }
    for (id, owner) in owners {
      let values = try fixture.values(of: id)
      guard values["title"] == .string(owner.title), values["best"] == reference(owner.best) else {
        return "owner \(id) is \(values)"
      }
      for (name, list) in [("pets", owner.pets), ("watched", owner.watched), ("tags", owner.tags)] {
        let found = fixture.members(id, "Owner", name)
        guard found == list else { return "\(name) of \(id) are \(found), not \(list)" }
      }
    }
    guard let root = fixture.schema.entity(named: "Animal") else { return "no entity Animal" }
    let name = fixture.property("Animal", "name")
    let view = GraphView(snapshot: snapshot)
    for (id, animal) in animals {
      let values = try fixture.values(of: id)
      guard values["name"] == .string(animal.name), values["age"] == .int(animal.age),
        values["owner"] == reference(animal.owner)
      else { return "animal \(id) is \(values), not \(animal)" }
      let query = RecordQuery(
        entity: root,
        filter: .compare(.equal, .attribute(FilterPath(), name), .constant(.string(animal.name)))
      )
      let found = try view.run(query)
      guard found == [id] else { return "the name \(animal.name) leads to \(found), not \(id)" }
    }
    for (id, list) in tags {
      let found = fixture.members(id, "Tag", "owners")
      guard found == list else { return "owners of tag \(id) are \(found), not \(list)" }
    }
    var expected: [String: [ObjectID]] = ["Owner": Array(owners.keys), "Tag": Array(tags.keys)]
    for (id, animal) in animals { expected[animal.kind, default: []].append(id) }
    for (kind, ids) in expected {
      guard let entity = fixture.schema.entity(named: kind) else { return "no entity \(kind)" }
      var found: [ObjectID] = []
      try snapshot.forEachObject(of: entity) { id throws(StoreError) in
        found.append(id)
        return true
      }
      guard found == ids.sorted(), snapshot.count(of: entity) == ids.count else {
        return "the \(kind)s are \(found)"
      }
    }
    return SnapshotCheck.run(snapshot.state).findings.first.map { "\($0)" }
  }
}
