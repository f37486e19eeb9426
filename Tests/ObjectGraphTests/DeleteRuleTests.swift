import LogStore
import ObjectGraph
import Testing

enum Rules {
  @Model final class Shelf {
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Book.shelf) var books: [Book] = []
    init(name: String) { self.name = name }
  }

  @Model final class Book {
    var title: String
    var shelf: Shelf?
    init(title: String, shelf: Shelf? = nil) {
      self.title = title
      self.shelf = shelf
    }
  }

  @Model final class Chief {
    var name: String
    @Relationship(deleteRule: .noAction, inverse: \Worker.chief) var workers: [Worker] = []
    @Relationship(deleteRule: .noAction, inverse: \Team.chiefs) var teams: [Team] = []
    init(name: String) { self.name = name }
  }

  @Model final class Worker {
    var name: String
    var chief: Chief?
    init(name: String, chief: Chief? = nil) {
      self.name = name
      self.chief = chief
    }
  }

  @Model final class Team {
    var name: String
    var chiefs: [Chief] = []
    init(name: String) { self.name = name }
  }

  @Model final class House {
    var street: String
    @Relationship(deleteRule: .nullify, inverse: \Room.house) var rooms: [Room] = []
    init(street: String) { self.street = street }
  }

  @Model final class Room {
    var name: String
    var house: House
    init(name: String, house: House) {
      self.name = name
      self.house = house
    }
  }
}

@Suite struct DeleteRuleTests {
  typealias Shelf = Rules.Shelf
  typealias Book = Rules.Book
  typealias Chief = Rules.Chief
  typealias Worker = Rules.Worker
  typealias Team = Rules.Team
  typealias House = Rules.House
  typealias Room = Rules.Room

  private func open(_ configuration: ModelConfiguration) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Shelf.self,
        Chief.self,
        House.self,
        configurations: configuration
      )
    )
  }

  private func expectDenial(_ context: ModelContext) {
    do {
      try context.save()
      Issue.record("the deletion was not denied")
    } catch ObjectGraphError.deleteDenied(let entity, let property, let message) {
      #expect(entity == "Shelf" && property == "books")
      #expect(message.contains("Shelf"), "\(message)")
    } catch {
      Issue.record(error, "another error than a denial")
    }
  }

  @Test(arguments: [true, false])
  func `deny refuses the save, writes nothing and leaves the context usable`(isInMemory: Bool) throws {
    try withStore { configuration in
      do {
        let context = try open(configuration)
        let shelf = Shelf(name: "left")
        let book = Book(title: "b", shelf: shelf)
        context.insert(book)
        try context.save()
      }
      do {
        let context = try open(configuration)
        let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
        let book: Book? = isInMemory ? shelf.books.first : nil
        #expect((book != nil) == isInMemory)
        context.delete(shelf)
        context.insert(Book(title: "not written"))
        expectDenial(context)
        expectDenial(context)
        #expect(context.hasChanges && shelf.isDeleted)
        let other = ModelContext(context.container)
        #expect(try other.fetch(FetchDescriptor<Book>()).map(\.title) == ["b"])
        #expect(try other.fetch(FetchDescriptor<Book>()).first?.shelf?.name == "left")
        context.rollback()
        #expect(!shelf.isDeleted && shelf.books.map(\.title) == ["b"])
        if let book { #expect(book.shelf === shelf) }
        shelf.name = "right"
        try context.save()
      }
      let context = try open(configuration)
      let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
      #expect(shelf.name == "right" && shelf.books.map(\.title) == ["b"])
      #expect(try context.fetchCount(FetchDescriptor<Book>()) == 1)
    }
  }

  @Test func `deny allows the deletion once the others are gone or elsewhere`() throws {
    try withStore { configuration in
      let context = try open(configuration)
      let shelf = Shelf(name: "s")
      let gone = Book(title: "gone", shelf: shelf)
      let moved = Book(title: "moved", shelf: shelf)
      context.insert(gone)
      context.insert(moved)
      try context.save()
      context.delete(shelf)
      expectDenial(context)
      context.delete(gone)
      expectDenial(context)
      moved.shelf = nil
      try context.save()
      let other = ModelContext(context.container)
      #expect(try other.fetch(FetchDescriptor<Book>()).map(\.title) == ["moved"])
      #expect(try other.fetchCount(FetchDescriptor<Shelf>()) == 0)
    }
  }

  @Test func `an unsaved object goes without asking, whatever its rule`() throws {
    try withStore { configuration in
      let context = try open(configuration)
      let shelf = Shelf(name: "s")
      let book = Book(title: "b", shelf: shelf)
      let chief = Chief(name: "c")
      let worker = Worker(name: "w", chief: chief)
      context.insert(book)
      context.insert(worker)
      context.delete(shelf)
      context.delete(chief)
      #expect(book.shelf == nil && worker.chief == nil)
      try context.save()
      let other = ModelContext(context.container)
      #expect(try other.fetch(FetchDescriptor<Book>()).map(\.title) == ["b"])
      #expect(try other.fetch(FetchDescriptor<Worker>()).map(\.name) == ["w"])
      #expect(try other.fetchCount(FetchDescriptor<Shelf>()) == 0)
    }
  }

  @Test(arguments: [true, false])
  func `noAction leaves references that find nothing, and lists skip them`(isInMemory: Bool) throws {
    try withStore { configuration in
      do {
        let context = try open(configuration)
        let chief = Chief(name: "old")
        let other = Chief(name: "new")
        let team = Team(name: "t")
        chief.teams = [team]
        team.chiefs.append(other)
        context.insert(team)
        context.insert(Worker(name: "w", chief: chief))
        try context.save()
      }
      do {
        let context = try open(configuration)
        let old = FetchDescriptor<Chief>(predicate: #Predicate { $0.name == "old" })
        let chief = try #require(try context.fetch(old).first)
        if isInMemory {
          #expect(chief.workers.count == 1 && chief.teams.first?.chiefs.count == 2)
        }
        context.delete(chief)
        try context.save()
        let worker = try #require(try context.fetch(FetchDescriptor<Worker>()).first)
        #expect(worker.chief == nil)
        #expect(try context.fetch(FetchDescriptor<Team>()).first?.chiefs.map(\.name) == ["new"])
        worker.name = "renamed"
        try context.save()
      }
      let context = try open(configuration)
      let worker = try #require(try context.fetch(FetchDescriptor<Worker>()).first)
      #expect(worker.name == "renamed" && worker.chief == nil)
      let team = try #require(try context.fetch(FetchDescriptor<Team>()).first)
      #expect(team.chiefs.map(\.name) == ["new"])
      let chief = try #require(team.chiefs.first)
      #expect(chief.workers.isEmpty)
      worker.chief = chief
      try context.save()
      #expect(chief.workers == [worker])
    }
  }

  @Test(arguments: [true, false])
  func `a required object that is deleted refuses the save and is named`(isInMemory: Bool) throws {
    try withStore { configuration in
      var roomID: PersistentIdentifier?
      var houseID: PersistentIdentifier?
      do {
        let context = try open(configuration)
        let house = House(street: "Elm")
        let room = Room(name: "attic", house: house)
        context.insert(room)
        try context.save()
        roomID = room.persistentModelID
        houseID = house.persistentModelID
      }
      let context = try open(configuration)
      let house = try #require(try context.fetch(FetchDescriptor<House>()).first)
      let room: Room? = isInMemory ? house.rooms.first : nil
      #expect((room != nil) == isInMemory)
      context.delete(house)
      do {
        try context.save()
        Issue.record("a room without house was saved")
      } catch ObjectGraphError.validation(let failures) {
        let failure = try #require(failures.first)
        #expect(failures.count == 1 && failure.entity == "Room" && failure.property == "house")
        #expect(failure.object == roomID?.description)
        let lost = try #require(houseID).description
        #expect(lost.hasPrefix("House/") && failure.related == lost)
        #expect(failure.description.contains(lost), "\(failure)")
      }
      let other = ModelContext(context.container)
      #expect(try other.fetch(FetchDescriptor<Room>()).first?.house.street == "Elm")
      context.rollback()
      if let room { #expect(room.house === house) }
      #expect(house.rooms.map(\.name) == ["attic"])
      for room in house.rooms { context.delete(room) }
      context.delete(house)
      try context.save()
      #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Room>()) == 0)
    }
  }
}
