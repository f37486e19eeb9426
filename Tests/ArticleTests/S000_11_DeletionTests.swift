import ObjectGraph
import Testing

enum S000_11 {
  @Model
  class Todo {
    var title: String
    init(title: String) { self.title = title }
  }

  /// What a list view does with its rows.
  final class Screen {
    let context: ModelContext
    var todos: [Todo]

    init(context: ModelContext) throws {
      self.context = context
      todos = try context.fetch(FetchDescriptor<Todo>(sortBy: [SortDescriptor(\.title)]))
    }

    func delete(_ todo: Todo) {
      context.delete(todo)
    }

    func delete(at offsets: IndexSet) {
      for index in offsets {
        context.delete(todos[index])
      }
    }
  }
}

@Suite struct S000_11_DeletionTests {
  typealias Todo = S000_11.Todo

  @Test func `deleting by an index set deletes the rows that the indices meant at its start`() throws {
    try withTemporaryStore { configuration in
      do {
        let context = ModelContext(try ModelContainer(for: Todo.self, configurations: configuration))
        for title in ["a", "b", "c", "d", "e", "f"] { context.insert(Todo(title: title)) }
        try context.save()
        let screen = try S000_11.Screen(context: context)
        screen.delete(at: IndexSet([0, 2, 3]))
        #expect(screen.todos.map(\.title) == ["a", "b", "c", "d", "e", "f"])
        #expect(screen.todos.map(\.isDeleted) == [true, false, true, true, false, false])
        screen.delete(screen.todos[4])
        #expect(try context.fetchCount(FetchDescriptor<Todo>()) == 2)
        try context.save()
      }
      let context = ModelContext(try ModelContainer(for: Todo.self, configurations: configuration))
      #expect(try S000_11.Screen(context: context).todos.map(\.title) == ["b", "f"])
    }
  }
}
