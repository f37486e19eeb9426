import ObjectGraph
import Testing

enum S000_17 {
  @Model
  class Todo {
    var title: String
    var project: Project?

    init(title: String, project: Project? = nil) {
      self.title = title
      self.project = project
    }
  }

  @Model
  class Project {
    var name: String
    var créé: Date

    @Relationship(deleteRule: .cascade, inverse: \Todo.project)
    var todos: [Todo]

    init(name: String) {
      self.name = name
      self.créé = .now
      self.todos = []
    }
  }
}

@Suite struct S000_17_OneToManyTests {
  typealias Todo = S000_17.Todo
  typealias Project = S000_17.Project

  @Test func `setting either side of one-to-many updates the other, and both are there after reopening`()
    throws
  {
    try withTemporaryStore { configuration in
      var created = Date.distantPast
      do {
        let container = try ModelContainer(for: Project.self, Todo.self, configurations: configuration)
        let context = ModelContext(container)
        let project = Project(name: "house")
        created = project.créé
        let first = Todo(title: "roof", project: project)
        context.insert(project)
        #expect(project.todos == [first])
        let second = Todo(title: "door")
        project.todos.append(second)
        #expect(second.project === project)
        let third = Todo(title: "wall")
        context.insert(third)
        third.project = project
        #expect(project.todos == [first, second, third])
        first.project = nil
        #expect(project.todos == [second, third])
        try context.save()
      }
      let container = try ModelContainer(for: Project.self, Todo.self, configurations: configuration)
      let context = ModelContext(container)
      let project = try #require(try context.fetch(FetchDescriptor<Project>()).first)
      #expect(project.créé == created)
      #expect(project.todos.map(\.title) == ["door", "wall"])
      #expect(project.todos.allSatisfy { $0.project === project })
      let free = try context.fetch(FetchDescriptor<Todo>(predicate: #Predicate { $0.project == nil }))
      #expect(free.map(\.title) == ["roof"])
    }
  }

  @Test func `deleting a project deletes its todos and no others`() throws {
    try withTemporaryStore { configuration in
      do {
        let context = ModelContext(try ModelContainer(for: Project.self, configurations: configuration))
        for name in ["a", "b"] {
          let project = Project(name: name)
          context.insert(project)
          for number in 0..<3 { context.insert(Todo(title: "\(name)\(number)", project: project)) }
        }
        context.insert(Todo(title: "free"))
        try context.save()
      }
      do {
        let context = ModelContext(try ModelContainer(for: Project.self, configurations: configuration))
        let doomed = FetchDescriptor<Project>(predicate: #Predicate { $0.name == "a" })
        context.delete(try #require(try context.fetch(doomed).first))
        #expect(try context.fetchCount(FetchDescriptor<Todo>()) == 4)
        try context.save()
      }
      let context = ModelContext(try ModelContainer(for: Project.self, configurations: configuration))
      let titles = try context.fetch(FetchDescriptor<Todo>(sortBy: [SortDescriptor(\.title)])).map(\.title)
      #expect(titles == ["b0", "b1", "b2", "free"])
      #expect(try context.fetch(FetchDescriptor<Project>()).map(\.name) == ["b"])
    }
  }

  @Test func `the todos of a fetched project are loaded when they are read`() throws {
    let container = try ModelContainer(
      for: Project.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    let writer = ModelContext(container)
    let todo = Todo(title: "t", project: Project(name: "p"))
    writer.insert(todo)
    try writer.save()
    let id = todo.persistentModelID
    let context = ModelContext(container)
    let project = try #require(try context.fetch(FetchDescriptor<Project>()).first)
    let before: Todo? = context.registeredModel(for: id)
    #expect(before == nil)
    let read = try #require(project.todos.first)
    let after: Todo? = context.registeredModel(for: id)
    #expect(after === read && read !== todo && read.title == "t")
  }
}
