import ObjectGraph
import Testing

// The models and statements of README.md, which a repository test compares with them.

@Model class Ship {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \Voyage.ship) var voyages: [Voyage] = []
  init(name: String) { self.name = name }
}

@Model class Voyage {
  var harbour: String
  var departure: Date
  var ship: Ship?
  init(to harbour: String, on departure: Date, by ship: Ship) {
    self.harbour = harbour
    self.departure = departure
    self.ship = ship
  }
}

@Suite struct ReadmeTests {
  @Test func `the program of the README stores voyages and finds them`() throws {
    try withStore { place in
      let directory = place.url.deletingLastPathComponent()
      let container = try ModelContainer(
        for: Ship.self,
        Voyage.self,
        configurations: ModelConfiguration(url: directory.appendingPathComponent("ships.store"))
      )
      let context = ModelContext(container)
      context.insert(Voyage(to: "Bergen", on: .now, by: Ship(name: "Fram")))
      try context.save()

      let voyages = try context.fetch(
        FetchDescriptor<Voyage>(
          predicate: #Predicate { $0.harbour.starts(with: "B") && $0.ship?.name == "Fram" },
          sortBy: [SortDescriptor(\.departure)]
        )
      )
      #expect(voyages.map(\.harbour) == ["Bergen"] && voyages[0].ship?.voyages.count == 1)
    }
  }
}
