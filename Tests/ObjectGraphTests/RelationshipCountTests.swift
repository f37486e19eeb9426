import Foundation
import ObjectGraph
import Testing

@Model final class Crew {
  var name: String
  @Relationship(minimumModelCount: 1, maximumModelCount: 2, inverse: \Sailor.crew) var sailors: [Sailor] = []
  @Relationship(minimumModelCount: 2, inverse: \Harbour.crews) var harbours: [Harbour]? = []
  @Relationship(minimumModelCount: 2) var flags: [Flag]? = []

  init(name: String, sailors: [Sailor]) {
    self.name = name
    self.sailors = sailors
  }
}

@Model final class Sailor {
  var name: String
  var crew: Crew?

  init(name: String) { self.name = name }
}

@Model final class Harbour {
  var name: String
  var crews: [Crew] = []

  init(name: String) { self.name = name }
}

@Model final class Flag {
  var name: String

  init(name: String) { self.name = name }
}

@Suite struct RelationshipCountTests {
  private func makeContext() throws -> ModelContext {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    return ModelContext(
      try ModelContainer(for: Crew.self, Sailor.self, Harbour.self, Flag.self, configurations: configuration)
    )
  }

  /// Expects that a save fails, and that the error names the property.
  private func expectRefusal(_ context: ModelContext, _ property: String) {
    let error = #expect(throws: ObjectGraphError.self) { try context.save() }
    #expect(error.map { "\($0)".contains(property) } == true, "\(String(describing: error))")
  }

  @Test func `a save with too few or too many members is refused`() throws {
    let context = try makeContext()
    let crew = Crew(name: "Argo", sailors: [])
    context.insert(crew)
    expectRefusal(context, "sailors")
    crew.sailors = ["a", "b", "c"].map { Sailor(name: $0) }
    expectRefusal(context, "sailors")
    crew.sailors.removeLast()
    try context.save()
    crew.sailors = []
    expectRefusal(context, "sailors")
  }

  @Test func `a member whose deletion leaves too few is not deleted`() throws {
    let context = try makeContext()
    let crew = Crew(name: "Argo", sailors: [Sailor(name: "a"), Sailor(name: "b")])
    context.insert(crew)
    try context.save()
    context.delete(crew.sailors[0])
    try context.save()
    context.delete(crew.sailors[0])
    expectRefusal(context, "sailors")
    context.delete(crew)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Sailor>()) == 0)
  }

  @Test func `deletions count at the other end of lists that are kept on both sides or on one`() throws {
    for limited in ["harbours", "flags"] {
      let context = try makeContext()
      let crew = Crew(name: "Argo", sailors: [Sailor(name: "a")])
      context.insert(crew)
      let (harbours, flags) = (["x", "y"].map { Harbour(name: $0) }, ["x", "y"].map { Flag(name: $0) })
      crew.harbours = harbours
      crew.flags = flags
      try context.save()
      func delete(_ index: Int) {
        if limited == "flags" { context.delete(flags[index]) } else { context.delete(harbours[index]) }
      }
      delete(0)
      expectRefusal(context, limited)
      delete(1)
      // A list that may be absent may be empty.
      try context.save()
      #expect(crew.flags?.count == (limited == "flags" ? 0 : 2))
      #expect(crew.harbours?.count == (limited == "flags" ? 2 : 0))
    }
  }
}
