import ObjectGraph
import Testing

/// Examples 1 and 4: two small classes, related one way.
enum S004_4 {
  @Model
  final class Visitor {
    var firstname: String
    var lastname: String
    @Relationship(deleteRule: .cascade) var visits: [LogEntry] = []

    init(firstname: String, lastname: String) {
      self.firstname = firstname
      self.lastname = lastname
    }
  }

  @Model
  final class LogEntry {
    var date: Date

    init(date: Date) {
      self.date = date
    }
  }
}

@Suite struct S004_04_VisitorTests {
  typealias Visitor = S004_4.Visitor
  typealias LogEntry = S004_4.LogEntry

  @Test func `visits keep their order, and the class is found through the relationship`() throws {
    try withTemporaryStore { configuration in
      let order = [5, 1, 4, 2, 3]
      do {
        let container = try ModelContainer(for: Visitor.self, configurations: configuration)
        #expect(Set(container.schema.entities.map(\.name)) == ["Visitor", "LogEntry"])
        let context = ModelContext(container)
        let visitor = Visitor(firstname: "Ada", lastname: "Smith")
        context.insert(visitor)
        for number in order { visitor.visits.append(LogEntry(date: day(number))) }
        #expect(visitor.visits.allSatisfy { $0.modelContext === context })
        try context.save()
        let moved = visitor.visits.removeFirst()
        visitor.visits.append(moved)
        try context.save()
      }
      let context = ModelContext(try ModelContainer(for: Visitor.self, configurations: configuration))
      let visitor = try #require(try context.fetch(FetchDescriptor<Visitor>()).first)
      #expect(visitor.visits.map(\.date) == [1, 4, 2, 3, 5].map { day($0) })
      let entity = context.container.schema.entity(for: Visitor.self)
      let visits = try #require(entity?.relationshipsByName["visits"])
      #expect(visits.inverseName == nil && visits.deleteRule == .cascade)
    }
  }

  @Test func `a deleted visit leaves the list, and a deleted visitor takes the visits along`() throws {
    try withTemporaryStore { configuration in
      do {
        let context = ModelContext(try ModelContainer(for: Visitor.self, configurations: configuration))
        let visitor = Visitor(firstname: "Ada", lastname: "Smith")
        let other = Visitor(firstname: "Bob", lastname: "Jones")
        context.insert(visitor)
        context.insert(other)
        visitor.visits = (0..<4).map { LogEntry(date: day($0)) }
        other.visits = [LogEntry(date: day(9))]
        try context.save()
        context.delete(visitor.visits[1])
        #expect(visitor.visits.map(\.date) == [0, 2, 3].map { day($0) })
        try context.save()
        #expect(visitor.visits.map(\.date) == [0, 2, 3].map { day($0) })
      }
      do {
        let context = ModelContext(try ModelContainer(for: Visitor.self, configurations: configuration))
        let ada = FetchDescriptor<Visitor>(predicate: #Predicate { $0.firstname == "Ada" })
        let visitor = try #require(try context.fetch(ada).first)
        #expect(visitor.visits.map(\.date) == [0, 2, 3].map { day($0) })
        context.delete(visitor)
        try context.save()
      }
      let context = ModelContext(try ModelContainer(for: Visitor.self, configurations: configuration))
      #expect(try context.fetch(FetchDescriptor<LogEntry>()).map(\.date) == [day(9)])
      #expect(try context.fetch(FetchDescriptor<Visitor>()).map { $0.visits.count } == [1])
    }
  }
}
