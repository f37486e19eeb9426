import LogStore
import ObjectGraph
import Testing

@Model final class Owner {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Pet.owner) var pets: [Pet] = []
  init(name: String) { self.name = name }
}

@Model final class Pet {
  var name: String
  var owner: Owner?
  @Relationship(inverse: \Toy.users) var toys: [Toy] = []
  init(name: String, owner: Owner? = nil) {
    self.name = name
    self.owner = owner
  }
}

@Model final class Toy {
  var name: String
  var users: [Pet] = []
  init(name: String) { self.name = name }
}

@Model final class Link {
  var number: Int
  var next: Link?
  init(number: Int, next: Link? = nil) {
    self.number = number
    self.next = next
  }
}

@Model final class Country {
  var name: String
  var capital: City?
  init(name: String) { self.name = name }
}

@Model final class City {
  var name: String
  @Relationship(inverse: \Country.capital) var country: Country?
  init(name: String) { self.name = name }
}

@Model final class Parent {
  var name = ""
  @Relationship(deleteRule: .deny, inverse: \Child.parent) var children: [Child] = []
  init() {}
}

@Model final class Child {
  var parent: Parent
  init(parent: Parent) { self.parent = parent }
}

@Suite struct RelationshipTests {
  let context: ModelContext

  init() throws {
    context = ModelContext(
      try inMemory(Owner.self, Toy.self, Link.self, Country.self, City.self, Parent.self, Child.self)
    )
  }

  @Test func `setting either end updates the other at once, before and after insertion`() throws {
    let owner = Owner(name: "o")
    let a = Pet(name: "a")
    owner.pets.append(a)
    #expect(a.owner === owner)
    let b = Pet(name: "b")
    b.owner = owner
    #expect(owner.pets == [a, b])
    context.insert(owner)
    #expect(owner.pets == [a, b] && a.owner === owner && b.owner === owner)
    #expect(a.modelContext === context && b.modelContext === context)
    let c = Pet(name: "c", owner: owner)
    context.insert(c)
    #expect(owner.pets == [a, b, c])
    a.owner = nil
    #expect(owner.pets == [b, c])
    owner.pets.removeLast()
    #expect(c.owner == nil && owner.pets == [b])
    try context.save()
    let again = ModelContext(context.container)
    let read = try #require(try again.fetch(FetchDescriptor<Owner>()).first)
    #expect(read.pets.map(\.name) == ["b"])
    #expect(read.pets.first?.owner === read)
  }

  @Test func `a child made with its parent is part of the graph whichever is inserted`() throws {
    let owner = Owner(name: "o")
    let pet = Pet(name: "p", owner: owner)
    context.insert(pet)
    #expect(owner.modelContext === context && owner.pets == [pet])
    try context.save()
    let late = Pet(name: "late")
    late.owner = owner
    #expect(late.modelContext === context)
    try context.save()
    let other = ModelContext(context.container)
    let read = try #require(try other.fetch(FetchDescriptor<Owner>()).first)
    #expect(read.pets.map(\.name) == ["p", "late"])
  }

  @Test func `the order of a to-many relationship is kept`() throws {
    let owner = Owner(name: "o")
    context.insert(owner)
    owner.pets = ["d", "a", "c", "b"].map { Pet(name: $0) }
    try context.save()
    owner.pets.sort { $0.name < $1.name }
    try context.save()
    #expect(!context.hasChanges)
    let other = ModelContext(context.container)
    let read = try #require(try other.fetch(FetchDescriptor<Owner>()).first)
    #expect(read.pets.map(\.name) == ["a", "b", "c", "d"])
    read.pets.swapAt(0, 3)
    read.pets.append(Pet(name: "e"))
    try other.save()
    _ = try context.fetchCount(FetchDescriptor<Owner>())
    #expect(owner.pets.map(\.name) == ["d", "b", "c", "a", "e"])
  }

  @Test func `an object appears once however often it is appended`() throws {
    let owner = Owner(name: "o")
    let pet = Pet(name: "p")
    owner.pets.append(pet)
    owner.pets.append(pet)
    #expect(owner.pets == [pet])
    context.insert(owner)
    owner.pets.append(pet)
    owner.pets += [pet, pet]
    #expect(owner.pets == [pet])
  }

  @Test func `moving a child to another parent takes it from the first`() throws {
    let first = Owner(name: "1")
    let second = Owner(name: "2")
    context.insert(first)
    context.insert(second)
    let pet = Pet(name: "p")
    first.pets.append(pet)
    try context.save()
    second.pets.append(pet)
    #expect(first.pets.isEmpty && pet.owner === second)
    pet.owner = first
    #expect(first.pets == [pet] && second.pets.isEmpty)
    pet.owner = second
    try context.save()
    let other = ModelContext(context.container)
    let read = try other.fetch(FetchDescriptor<Owner>())
    #expect(read.first { $0.name == "2" }?.pets.count == 1)
    #expect(read.first { $0.name == "1" }?.pets.isEmpty == true)
  }

  @Test func `many-to-many ends mirror each other`() throws {
    let pet = Pet(name: "p")
    let ball = Toy(name: "ball")
    let bone = Toy(name: "bone")
    context.insert(pet)
    pet.toys = [ball, bone]
    #expect(ball.users == [pet])
    let cat = Pet(name: "cat")
    ball.users.append(cat)
    #expect(cat.toys == [ball])
    try context.save()
    let other = ModelContext(context.container)
    let toys = try other.fetch(FetchDescriptor<Toy>())
    let readBall = try #require(toys.first { $0.name == "ball" })
    #expect(readBall.users.map(\.name) == ["p", "cat"])
    #expect(readBall.users.first?.toys.map(\.name) == ["ball", "bone"])
    context.delete(ball)
    #expect(pet.toys == [bone])
    try context.save()
    #expect(pet.toys == [bone] && cat.toys.isEmpty)
  }

  @Test func `one-to-one ends displace each other`() throws {
    let france = Country(name: "F")
    let paris = City(name: "P")
    let lyon = City(name: "L")
    context.insert(france)
    france.capital = paris
    #expect(paris.country === france)
    lyon.country = france
    #expect(france.capital === lyon && paris.country == nil)
    try context.save()
    let other = ModelContext(context.container)
    let read = try #require(try other.fetch(FetchDescriptor<Country>()).first)
    #expect(read.capital?.name == "L" && read.capital?.country === read)
  }

  @Test func `cascade deletes the targets and nullify clears the other end`() throws {
    let owner = Owner(name: "o")
    let pets = (0..<5).map { Pet(name: "\($0)") }
    owner.pets = pets
    context.insert(owner)
    try context.save()
    context.delete(pets[1])
    #expect(owner.pets.map(\.name) == ["0", "2", "3", "4"])
    try context.save()
    #expect(owner.pets.map(\.name) == ["0", "2", "3", "4"])
    context.delete(owner)
    #expect(pets[0].isDeleted)
    #expect(try context.fetchCount(FetchDescriptor<Pet>()) == 0)
    context.rollback()
    #expect(owner.pets.map(\.name) == ["0", "2", "3", "4"])
    context.delete(owner)
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Pet>()) == 0)
  }

  @Test func `rollback restores relationships and their order`() throws {
    let owner = Owner(name: "o")
    owner.pets = ["a", "b", "c"].map { Pet(name: $0) }
    context.insert(owner)
    try context.save()
    let old = owner.pets
    owner.pets.reverse()
    owner.pets.append(Pet(name: "x"))
    old[0].owner = nil
    context.rollback()
    #expect(owner.pets == old)
    #expect(old[0].owner === owner)
    #expect(!context.hasChanges)
  }

  @Test func `a required reference that was cleared by a deletion refuses the save`() throws {
    let parent = Parent()
    let child = Child(parent: parent)
    context.insert(child)
    try context.save()
    context.delete(parent)
    #expect(throws: ObjectGraphError.self) { try context.save() }
    context.rollback()
    #expect(child.parent === parent)
  }

  @Test func `appending in a loop notices every change inside the array`() throws {
    let owner = Owner(name: "o")
    context.insert(owner)
    owner.pets = (0..<5000).map { Pet(name: "\($0)") }
    let odd = Pet(name: "odd")
    let replaced = owner.pets[2000]
    func replaceAndAppend(_ pets: inout [Pet]) {
      pets[2000] = odd
      pets.append(Pet(name: "last"))
    }
    replaceAndAppend(&owner.pets)
    #expect(replaced.owner == nil)
    #expect(odd.owner === owner && owner.pets.count == 5001)
  }
}
