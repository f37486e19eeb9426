import LogStore
import ObjectGraph
import Testing

enum Indexed {
  @Model class Trip {
    #Index<Trip>([\.place], [\.place, \.start], [\.host])
    #Unique<Trip>([\.code])
    var place: String
    var start: Date
    var code: Int
    var host: Host?
    init(place: String, start: Date, code: Int) {
      self.place = place
      self.start = start
      self.code = code
    }
  }

  @Model final class Cruise: Trip {
    #Index<Cruise>([\.ship, \.code])
    var ship: String = ""
  }

  @Model final class Host {
    var name: String = ""
    @Relationship(inverse: \Trip.host) var trips: [Trip] = []
    init() {}
  }
}

@Suite struct IndexDeclarationTests {
  @Test func `declared indexes are in the store's catalog`() throws {
    let catalog = try inMemory(Indexed.Trip.self, Indexed.Cruise.self, Indexed.Host.self).store.catalog
    func names(_ entity: String) throws -> [[String]] {
      try #require(catalog.entity(named: entity)).indexes.map { $0.map { catalog.name(of: $0) } }
    }
    #expect(try names("Trip") == [["place"], ["place", "start"], ["host"]])
    #expect(try names("Cruise") == [["ship", "code"]])
    #expect(try names("Host") == [])
  }

  @Test func `fetches are answered by them`() throws {
    let container = try inMemory(Indexed.Trip.self, Indexed.Cruise.self, Indexed.Host.self)
    let context = ModelContext(container)
    let host = Indexed.Host()
    context.insert(host)
    for number in 0..<60 {
      let trip = Indexed.Trip(
        place: "p\(number % 6)",
        start: Date(timeIntervalSinceReferenceDate: 60),
        code: number
      )
      context.insert(trip)
      if number % 10 > 0 { trip.host = host }
    }
    try context.save()
    let place = "p3"
    let found = try context.fetch(FetchDescriptor<Indexed.Trip>(predicate: #Predicate { $0.place == place }))
    #expect(found.map(\.code) == Array(stride(from: 3, to: 60, by: 6)))
    var first = FetchDescriptor<Indexed.Trip>(sortBy: [SortDescriptor(\.place, order: .reverse)])
    first.fetchLimit = 2
    #expect(try context.fetch(first).map(\.code) == [5, 11])
    let homeless = FetchDescriptor<Indexed.Trip>(predicate: #Predicate { $0.host == nil })
    #expect(try context.fetchCount(homeless) == 6)

    let entity = try #require(container.store.catalog.entity(named: "Trip"))
    let relationship = try #require(entity.relationships.first)
    let plan = GraphView(snapshot: container.store.snapshot()).explain(
      RecordQuery(entity: entity.id, filter: .isNull(.identity(FilterPath(hops: [relationship.id]))))
    )
    #expect(plan.source == .index(properties: ["host"], count: 6))
  }
}
