import Foundation
import LogStore
import ObjectGraph
import Testing

@Model final class Place {
  var name: String
  var address: Address
  var rank: Int
  var isOpen = true
  var owner: Owner?
  var doubled: Int { rank * 2 }
  var shouted: String { name.uppercased() }
  init(name: String, city: String, rank: Int) {
    self.name = name
    self.address = Address(city: city, zip: 1)
    self.rank = rank
  }
}

enum First {
  @Model final class Thing {
    var size: Int
    init(size: Int) { self.size = size }
  }
}
enum Second {
  @Model final class Thing {
    var size: String
    init(size: String) { self.size = size }
  }
}

@Suite struct StoreLifecycleTests {
  @Test func `objects, links and order are there after closing and reopening on a disk`() throws {
    try withStore { configuration in
      var saved: PersistentIdentifier?
      do {
        let container = try ModelContainer(for: Owner.self, Toy.self, configurations: configuration)
        let context = ModelContext(container)
        let owner = Owner(name: "o")
        owner.pets = ["b", "a", "c"].map { Pet(name: $0) }
        owner.pets[0].toys = [Toy(name: "ball")]
        context.insert(owner)
        try context.save()
        saved = owner.persistentModelID
      }
      let container = try ModelContainer(for: Owner.self, Toy.self, configurations: configuration)
      let context = ModelContext(container)
      let id = try #require(saved)
      let owner = try #require(context.model(for: id) as? Owner)
      #expect(owner.pets.map(\.name) == ["b", "a", "c"])
      #expect(owner.pets.first?.toys.first?.users == Array(owner.pets.prefix(1)))
      #expect(owner.persistentModelID == id)
    }
  }

  @Test func `another schema is refused with the property that differs`() throws {
    try withStore { configuration in
      do {
        let context = ModelContext(try ModelContainer(for: First.Thing.self, configurations: configuration))
        context.insert(First.Thing(size: 1))
        try context.save()
      }
      do {
        _ = try ModelContainer(for: Second.Thing.self, configurations: configuration)
        Issue.record("the schema was accepted")
      } catch ObjectGraphError.schemaMismatch(_, let differences) {
        #expect(differences.contains { $0.contains("size") })
      }
      let context = ModelContext(try ModelContainer(for: First.Thing.self, configurations: configuration))
      #expect(try context.fetch(FetchDescriptor<First.Thing>()).map(\.size) == [1])
    }
  }

  @Test func `a store that was cut off before it had a schema is empty to a reader`() throws {
    try withStore { configuration in
      try Store.open(at: configuration.url.path).close()
      let reading = ModelConfiguration(url: configuration.url, allowsSave: false)
      let context = ModelContext(try ModelContainer(for: Note.self, configurations: reading))
      #expect(try context.fetch(FetchDescriptor<Note>()).isEmpty)
      #expect(try context.fetchCount(FetchDescriptor<Note>(predicate: #Predicate { $0.title == "x" })) == 0)
    }
  }

  @Test func `a configuration that forbids saving reads and refuses changes`() throws {
    try withStore { configuration in
      let url = configuration.url
      #expect(throws: ObjectGraphError.self) {
        try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url, allowsSave: false))
      }
      do {
        let context = ModelContext(try ModelContainer(for: Note.self, configurations: configuration))
        context.insert(Note(title: "x"))
        try context.save()
      }
      let context = ModelContext(
        try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url, allowsSave: false))
      )
      let note = try #require(try context.fetch(FetchDescriptor<Note>()).first)
      note.title = "y"
      #expect(throws: ObjectGraphError.self) { try context.save() }
      context.rollback()
      context.insert(Note(title: "z"))
      #expect(context.hasChanges)
      #expect(try context.fetch(FetchDescriptor<Note>()).map(\.title).sorted() == ["x", "z"])
      let error = #expect(throws: ObjectGraphError.self) { try context.save() }
      guard case .saveNotAllowed = error else {
        Issue.record("\(error.map { "\($0)" } ?? "no error")")
        return
      }
    }
  }

  @Test func `what could not be inserted is something that a save has to say`() throws {
    let context = ModelContext(try inMemory(Note.self))
    context.insert(Toy(name: "of no class of this container"))
    #expect(context.hasChanges)
    #expect(throws: ObjectGraphError.self) { try context.save() }
    #expect(!context.hasChanges)
  }

  @Test func `a link to an object of another container is refused until it is mended`() throws {
    let one = ModelContext(try inMemory(Owner.self, Toy.self))
    let two = ModelContext(try inMemory(Owner.self, Toy.self))
    let owner = Owner(name: "o")
    one.insert(owner)
    let pet = Pet(name: "p")
    two.insert(pet)
    pet.owner = owner
    #expect(pet.owner == nil)
    for _ in 0..<2 { #expect(throws: ObjectGraphError.self) { try two.save() } }
    pet.owner = nil
    try two.save()
    #expect(try two.fetchCount(FetchDescriptor<Pet>()) == 1)
  }

  @Test func `a saved object of another context of the container is replaced by its twin`() throws {
    let container = try inMemory(Owner.self, Toy.self)
    let one = ModelContext(container)
    let owner = Owner(name: "o")
    one.insert(owner)
    try one.save()
    let two = ModelContext(container)
    let pet = Pet(name: "p")
    two.insert(pet)
    pet.owner = owner
    #expect(pet.owner !== owner && pet.owner?.persistentModelID == owner.persistentModelID)
    try two.save()
    _ = try one.fetchCount(FetchDescriptor<Owner>())
    #expect(owner.pets.map(\.name) == ["p"])
  }

  @Test func `key paths resolve to stored properties, and computed ones do not`() throws {
    let container = try inMemory(Place.self, Owner.self, Toy.self)
    let root = try #require(container.compiledSchema.descriptor(for: Place.self))
    func target<V>(_ keyPath: KeyPath<Place, V>) -> ResolvedPath.Target? {
      container.resolver.resolve(keyPath, root: root)?.target
    }
    let name = try #require(root.property(named: "name")?.id)
    let rank = try #require(root.property(named: "rank")?.id)
    let isOpen = try #require(root.property(named: "isOpen")?.id)
    let address = try #require(root.property(named: "address")?.id)
    let owner = try #require(root.property(named: "owner")?.id)
    #expect(target(\.name) == .attribute(name))
    #expect(target(\.rank) == .attribute(rank))
    #expect(target(\.isOpen) == .attribute(isOpen))
    #expect(target(\.address) == .attribute(address))
    #expect(target(\.address.city) == nil)
    #expect(
      container.resolver.resolve(\Place.address.city, root: root, isField: true)?.target
        == .structuredField(address, ["city"])
    )
    #expect(target(\.doubled) == nil && target(\.shouted) == nil)
    #expect(target(\.owner) == .reference && target(\.persistentModelID) == .reference)
    let far = try #require(container.resolver.resolve(\Place.owner?.name, root: root))
    #expect(far.hops == [owner] && far.destination?.name == "Owner")
    let pets = try #require(container.resolver.resolve(\Place.owner?.pets, root: root))
    #expect(pets.hops == [owner] && pets.destination?.name == "Pet")
  }

  @Test func `predicates and sort descriptors work over saved and pending objects alike`() throws {
    let context = ModelContext(try inMemory(Place.self, Owner.self, Toy.self))
    for rank in 0..<20 {
      context.insert(Place(name: "p\(rank)", city: rank % 2 == 0 ? "Ulm" : "Bonn", rank: rank))
    }
    try context.save()
    context.insert(Place(name: "p20", city: "Ulm", rank: 20))
    let changed = try #require(
      try context.fetch(FetchDescriptor<Place>(predicate: #Predicate { $0.rank == 3 })).first
    )
    changed.rank = 99
    var descriptor = FetchDescriptor<Place>(
      predicate: #Predicate { $0.rank > 15 && $0.isOpen },
      sortBy: [SortDescriptor(\.rank, order: .reverse)]
    )
    #expect(try context.fetch(descriptor).map(\.rank) == [99, 20, 19, 18, 17, 16])
    descriptor.fetchLimit = 2
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.rank) == [20, 19])
    #expect(try context.fetchCount(descriptor) == 2)
    descriptor.includePendingChanges = false
    #expect(try context.fetchIdentifiers(descriptor).count == 2)
    let byCity = FetchDescriptor<Place>(predicate: #Predicate { $0.address.city == "Ulm" && $0.rank > 17 })
    #expect(Set(try context.fetch(byCity).map(\.rank)) == [18, 20])
  }
}
