// swift-format-ignore-file: NeverUseForceTry
import ObjectGraph
import Testing

enum S000_25 {
  @Model
  class Todo {
    var title: String
    var done = false
    init(title: String) { self.title = title }
  }

  @MainActor
  static func preview() -> ModelContainer {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try! ModelContainer(for: Todo.self, configurations: configuration)
    container.mainContext.insert(Todo(title: "sample"))
    return container
  }
}

@Suite struct S000_25_PreviewTests {
  typealias Todo = S000_25.Todo

  @Test @MainActor func `a container in memory makes no file and forgets all`() throws {
    let name = "preview-\(UUID().uuidString)"
    let configuration = ModelConfiguration(name, isStoredInMemoryOnly: true)
    do {
      let container = try ModelContainer(for: Todo.self, configurations: configuration)
      container.mainContext.insert(Todo(title: "gone"))
      try container.mainContext.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Todo>()) == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: configuration.url.path))
    let again = try ModelContainer(for: Todo.self, configurations: configuration)
    #expect(try again.mainContext.fetchCount(FetchDescriptor<Todo>()) == 0)
  }

  @Test @MainActor func `a preview has its sample, apart from other previews`() throws {
    let container = S000_25.preview()
    let other = S000_25.preview()
    let todo = try #require(try container.mainContext.fetch(FetchDescriptor<Todo>()).first)
    todo.title = "changed"
    #expect(try other.mainContext.fetch(FetchDescriptor<Todo>()).map(\.title) == ["sample"])
  }

  @Test func `a model works without any container`() {
    let todo = Todo(title: "alone")
    todo.done.toggle()
    todo.title += "!"
    #expect(todo.title == "alone!" && todo.done && todo.modelContext == nil)
    #expect(!todo.isDeleted)
  }
}
