import ObjectGraph
import Testing

@Suite struct S001_02_TaskModelTests {
  @Test func `a program's own id stands beside the identity of the store`() throws {
    try withTemporaryStore { configuration in
      let wanted = UUID()
      var identity: PersistentIdentifier?
      do {
        let container = try ModelContainer(for: S001_2.Task.self, configurations: configuration)
        let context = ModelContext(container)
        let task = S001_2.Task(id: wanted, title: "paint", createdAt: day(3), priority: 2)
        context.insert(task)
        context.insert(S001_2.Task(title: "other"))
        try context.save()
        identity = task.persistentModelID
        #expect(task.id == wanted)
      }
      let container = try ModelContainer(for: S001_2.Task.self, configurations: configuration)
      let context = ModelContext(container)
      let byID = FetchDescriptor<S001_2.Task>(predicate: #Predicate { $0.id == wanted })
      let task = try #require(try context.fetch(byID).first)
      #expect(task.persistentModelID == identity)
      #expect(task.id == wanted && task.title == "paint" && task.createdAt == day(3) && task.priority == 2)
      #expect(!task.isCompleted && task.category == nil)
    }
  }

  @Test func `category and tasks are linked after reopening, and go together`() throws {
    try withTemporaryStore { configuration in
      let schema = Schema([S001_2.Task.self, S001_2.Category.self])
      do {
        let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let category = S001_2.Category(name: "home")
        context.insert(category)
        for number in 0..<3 {
          context.insert(S001_2.Task(title: "\(number)", priority: number, category: category))
        }
        context.insert(S001_2.Task(title: "free"))
        try context.save()
      }
      do {
        let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let category = try #require(try context.fetch(FetchDescriptor<S001_2.Category>()).first)
        #expect(category.color == "blue" && category.tasks.map(\.priority) == [0, 1, 2])
        #expect(category.tasks.allSatisfy { $0.category?.id == category.id })
        context.delete(category)
        try context.save()
      }
      let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
      #expect(try context.fetch(FetchDescriptor<S001_2.Task>()).map(\.title) == ["free"])
    }
  }
}
