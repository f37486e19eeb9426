import ObjectGraph
import Testing

enum S000_14 {
  @Model
  class Todo {
    var title: String
    var made: Date
    var folder: Folder?

    init(title: String, made: Date, folder: Folder? = nil) {
      self.title = title
      self.made = made
      self.folder = folder
    }
  }

  @Model
  class Folder {
    var name: String
    @Relationship(inverse: \Todo.folder) var todos: [Todo] = []
    init(name: String) { self.name = name }
  }

  static func newest(containing text: String, in context: ModelContext) throws -> [Todo] {
    var descriptor = FetchDescriptor(
      predicate: #Predicate<Todo> { $0.title.contains(text) },
      sortBy: [SortDescriptor(\Todo.made, order: .reverse)]
    )
    descriptor.fetchLimit = 20
    return try context.fetch(descriptor)
  }
}

@Suite struct S000_14_DescriptorTests {
  typealias Todo = S000_14.Todo
  typealias Folder = S000_14.Folder

  private func fill(_ context: ModelContext) throws {
    let folder = Folder(name: "f")
    for number in 0..<25 {
      // Not in the order of the dates.
      let date = day(number * 7 % 25)
      context.insert(Todo(title: "call \(number * 7 % 25)", made: date, folder: folder))
      context.insert(Todo(title: "write \(number)", made: date))
    }
    try context.save()
  }

  @Test func `of 25 matches the 20 newest come, newest first`() throws {
    try withTemporaryStore { configuration in
      do { try fill(ModelContext(try ModelContainer(for: Todo.self, configurations: configuration))) }
      let context = ModelContext(try ModelContainer(for: Todo.self, configurations: configuration))
      let found = try S000_14.newest(containing: "call", in: context)
      #expect(found.map(\.title) == (5..<25).reversed().map { "call \($0)" })
      #expect(found.map(\.made) == (5..<25).reversed().map { day($0) })
    }
  }

  @Test func `an offset leaves out the first results, with and without a limit`() throws {
    let context = ModelContext(
      try ModelContainer(for: Todo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    )
    try fill(context)
    var descriptor = FetchDescriptor(
      predicate: #Predicate<Todo> { $0.title.contains("call") },
      sortBy: [SortDescriptor(\Todo.made)]
    )
    descriptor.fetchOffset = 22
    #expect(try context.fetch(descriptor).map(\.title) == ["call 22", "call 23", "call 24"])
    #expect(try context.fetchCount(descriptor) == 3)
    descriptor.fetchLimit = 2
    #expect(try context.fetch(descriptor).map(\.title) == ["call 22", "call 23"])
    descriptor.fetchOffset = 100
    #expect(try context.fetch(descriptor).isEmpty)
  }

  @Test func `pending changes take part unless that is switched off`() throws {
    let context = ModelContext(
      try ModelContainer(for: Todo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    )
    try fill(context)
    let newest = try #require(try S000_14.newest(containing: "call", in: context).first)
    newest.title = "renamed"
    context.insert(Todo(title: "call late", made: day(100)))
    var descriptor = FetchDescriptor(
      predicate: #Predicate<Todo> { $0.title.contains("call") },
      sortBy: [SortDescriptor(\Todo.made, order: .reverse)]
    )
    descriptor.fetchLimit = 1
    #expect(try context.fetch(descriptor).map(\.title) == ["call late"])
    descriptor.fetchLimit = nil
    #expect(try context.fetchCount(descriptor) == 25)
    descriptor.includePendingChanges = false
    let stored = try context.fetch(descriptor)
    #expect(stored.count == 25 && stored.first === newest)
    #expect(!stored.contains { $0.title == "call late" })
  }

  @Test func `key paths to load and to prefetch change nothing about the results`() throws {
    let container = try ModelContainer(
      for: Todo.self,
      Folder.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    try fill(ModelContext(container))
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Todo>(sortBy: [SortDescriptor(\.made), SortDescriptor(\.title)])
    descriptor.propertiesToFetch = [\.title, \.made]
    descriptor.relationshipKeyPathsForPrefetching = [\.folder]
    let todos = try context.fetch(descriptor)
    #expect(todos.count == 50)
    #expect(todos.filter { $0.folder?.name == "f" }.count == 25)
    #expect(todos.first { $0.folder != nil }?.folder?.todos.count == 25)
  }
}
