import ObjectGraph
import Testing

/// Example 23: filters by type, over the models of example 22.
@Suite struct S000_23_TypeFilterTests {
  typealias Trip = S000_22.Trip
  typealias WorkTrip = S000_22.WorkTrip

  @Test func `a filter by type finds the objects of the subclass`() throws {
    try S000_22.withTrips { context throws in
      let predicate = #Predicate<Trip> { $0 is WorkTrip }
      let trips = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.start)]))
      #expect(trips.map(\.name) == ["fair", "visit"])
      #expect(trips.allSatisfy { $0 is WorkTrip })
      #expect(try context.fetchCount(FetchDescriptor(predicate: #Predicate<Trip> { !($0 is WorkTrip) })) == 2)
    }
  }

  @Test func `a filter with a cast reads the properties of the subclass`() throws {
    try S000_22.withTrips { context throws in
      let limit = 100.0
      let dear = #Predicate<Trip> {
        if let work = $0 as? WorkTrip { work.budget > limit } else { false }
      }
      #expect(try context.fetch(FetchDescriptor(predicate: dear)).map(\.name) == ["fair"])
      let named = #Predicate<Trip> { ($0 as? WorkTrip)?.company == "Bolt" }
      #expect(try context.fetch(FetchDescriptor(predicate: named)).map(\.name) == ["visit"])
    }
  }
}
