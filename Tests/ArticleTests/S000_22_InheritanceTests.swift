import ObjectGraph
import Testing

enum S000_22 {
  @available(iOS 26, macOS 26, *)
  @Model
  class Trip {
    var name: String
    var start: Date

    init(name: String, start: Date) {
      self.name = name
      self.start = start
    }
  }

  @available(iOS 26, macOS 26, *)
  @Model
  class WorkTrip: Trip {
    var company: String
    var budget: Double

    init(name: String, start: Date, company: String, budget: Double) {
      self.company = company
      self.budget = budget
      super.init(name: name, start: start)
    }
  }

  @available(iOS 26, macOS 26, *)
  @Model
  class FunTrip: Trip {
    var activities: [String]

    init(name: String, start: Date, activities: [String]) {
      self.activities = activities
      super.init(name: name, start: start)
    }
  }

  /// Lends a context of a store with four trips that was opened again.
  static func withTrips(_ body: (ModelContext) throws -> Void) throws {
    try withTemporaryStore { configuration in
      do {
        let context = ModelContext(
          try ModelContainer(for: Trip.self, WorkTrip.self, FunTrip.self, configurations: configuration)
        )
        context.insert(Trip(name: "walk", start: day(1)))
        context.insert(WorkTrip(name: "fair", start: day(2), company: "Acme", budget: 900.5))
        context.insert(FunTrip(name: "beach", start: day(3), activities: ["swim", "", "sand \u{1F3D6}"]))
        context.insert(WorkTrip(name: "visit", start: day(4), company: "Bolt", budget: 80))
        try context.save()
      }
      let container = try ModelContainer(
        for: Trip.self,
        WorkTrip.self,
        FunTrip.self,
        configurations: configuration
      )
      try body(ModelContext(container))
    }
  }
}

/// Example 22: inheritance.
@Suite struct S000_22_InheritanceTests {
  typealias Trip = S000_22.Trip
  typealias WorkTrip = S000_22.WorkTrip
  typealias FunTrip = S000_22.FunTrip

  @Test func `a fetch of the base class gives all kinds with their own types and values`() throws {
    try S000_22.withTrips { context throws in
      let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.start)]))
      #expect(trips.map(\.name) == ["walk", "fair", "beach", "visit"])
      #expect(
        trips.map { ObjectIdentifier(type(of: $0)) }
          == [Trip.self, WorkTrip.self, FunTrip.self, WorkTrip.self].map { ObjectIdentifier($0) }
      )
      let work = try #require(trips[1] as? WorkTrip)
      #expect(work.company == "Acme" && work.budget == 900.5 && work.start == day(2))
      #expect((trips[2] as? FunTrip)?.activities == ["swim", "", "sand \u{1F3D6}"])
    }
  }

  @Test func `a fetch of a subclass gives only its objects`() throws {
    try S000_22.withTrips { context throws in
      #expect(try context.fetch(FetchDescriptor<FunTrip>()).map(\.name) == ["beach"])
      let dear = FetchDescriptor<WorkTrip>(predicate: #Predicate { $0.budget > 100 && $0.name != "x" })
      #expect(try context.fetch(dear).map(\.company) == ["Acme"])
    }
  }
}
