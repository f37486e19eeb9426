import LogStore
import ObjectGraph
import Testing

@Model class Trip {
  var name: String
  init(name: String) { self.name = name }
}

@Model class WorkTrip: Trip {
  var company: String
  var budget = 0.0
  init(name: String, company: String) {
    self.company = company
    super.init(name: name)
  }
}

@Model final class FunTrip: Trip {
  var activities: [String]
  init(name: String, activities: [String]) {
    self.activities = activities
    super.init(name: name)
  }
}

@Model final class Account {
  @Attribute(.unique) var mail: String
  var name: String
  var note: String?
  @Relationship(deleteRule: .cascade) var trips: [Trip] = []
  init(mail: String, name: String) {
    self.mail = mail
    self.name = name
  }
}

@Model final class Safe {
  var name = ""
  @Attribute(.encrypt) var secret: String?
  init() {}
}

@Suite struct InheritanceTests {
  @Test func `a fetch of the base gives objects of their own classes`() throws {
    let container = try inMemory(Trip.self, WorkTrip.self, FunTrip.self)
    let context = ModelContext(container)
    context.insert(Trip(name: "plain"))
    context.insert(WorkTrip(name: "work", company: "c"))
    context.insert(FunTrip(name: "fun", activities: ["a", "b"]))
    try context.save()
    let other = ModelContext(container)
    let trips = try other.fetch(FetchDescriptor<Trip>())
    #expect(trips.map { String(describing: type(of: $0)) } == ["Trip", "WorkTrip", "FunTrip"])
    #expect((trips[1] as? WorkTrip)?.company == "c" && trips[1].name == "work")
    #expect((trips[2] as? FunTrip)?.activities == ["a", "b"])
    #expect(try other.fetchCount(FetchDescriptor<WorkTrip>()) == 1)
    var exact = FetchDescriptor<Trip>()
    exact.includesSubclasses = false
    #expect(try other.fetch(exact).map(\.name) == ["plain"])
    let work = try #require(trips[1] as? WorkTrip)
    work.name = "renamed"
    work.budget = 7
    try other.save()
    _ = try context.fetchCount(FetchDescriptor<Trip>())
    #expect(try context.fetch(FetchDescriptor<WorkTrip>()).first?.name == "renamed")
  }

  @Test func `an insertion with known unique values updates the stored object and forwards to it`() throws {
    let container = try inMemory(Account.self)
    let context = ModelContext(container)
    let first = Account(mail: "m", name: "old")
    first.trips = [Trip(name: "t")]
    context.insert(first)
    try context.save()
    let id = first.persistentModelID
    let second = Account(mail: "m", name: "new")
    context.insert(second)
    try context.save()
    #expect(second.persistentModelID == id)
    #expect(first.name == "new" && second.name == "new")
    second.name = "newer"
    #expect(first.name == "newer" && first.trips.map(\.name) == ["t"])
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Account>()).map(\.name) == ["newer"])
  }

  @Test func `a container with a migration plan is refused`() {
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [] }
      static var stages: [MigrationStage] { [] }
    }
    #expect(throws: ObjectGraphError.self) {
      try ModelContainer(
        for: Safe.self,
        migrationPlan: Plan.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
      )
    }
  }
}
