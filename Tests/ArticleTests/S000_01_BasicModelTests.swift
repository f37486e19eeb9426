import ObjectGraph
import Testing

enum S000_1 {
  @Model
  class Todo {
    var title: String
    var done: Bool
    var made: Date
    var notes: String?

    init(title: String, done: Bool = false, notes: String? = nil) {
      self.title = title
      self.done = done
      self.made = .now
      self.notes = notes
    }
  }
}

@Suite struct S000_01_BasicModelTests {
  typealias Todo = S000_1.Todo

  @Test func `the values of a basic model are there after reopening, and absent ones stay absent`() throws {
    try withTemporaryStore { configuration in
      let before = Date.now
      var made: [Date] = []
      do {
        let container = try ModelContainer(for: Todo.self, configurations: configuration)
        let context = ModelContext(container)
        let plain = Todo(title: "Bread")
        let full = Todo(title: "Ünïcode \u{1F34E}", done: true, notes: "two\nlines")
        context.insert(plain)
        context.insert(full)
        made = [plain.made, full.made]
        try context.save()
      }
      let container = try ModelContainer(for: Todo.self, configurations: configuration)
      let todos = try ModelContext(container).fetch(FetchDescriptor<Todo>())
      #expect(todos.map(\.title) == ["Bread", "Ünïcode \u{1F34E}"])
      #expect(todos.map(\.done) == [false, true])
      #expect(todos.map(\.made) == made)
      #expect(todos.map(\.notes) == [nil, "two\nlines"])
      #expect(made.allSatisfy { $0 >= before && $0 <= .now })
    }
  }
}
