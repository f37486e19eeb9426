import ObjectGraph
import Testing

/// Example 12 in the style of Swift Testing.
@Suite struct S001_12_TaskTests {
  typealias Task = S001_2.Task
  typealias Category = S001_2.Category

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    let schema = Schema([Task.self, Category.self])
    let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
    container = try ModelContainer(for: schema, configurations: [configuration])
    context = ModelContext(container)
  }

  @Test func `a task is created`() throws {
    context.insert(Task(title: "Write tests", priority: 1))
    try context.save()
    let tasks = try context.fetch(FetchDescriptor<Task>())
    #expect(tasks.map(\.title) == ["Write tests"])
    #expect(tasks.first?.priority == 1 && tasks.first?.isCompleted == false)
  }

  @Test func `a category knows its task right after the save`() throws {
    let category = Category(name: "Work")
    let task = Task(title: "Meeting", category: category)
    context.insert(category)
    context.insert(task)
    try context.save()
    #expect(task.category?.name == "Work")
    #expect(category.tasks.contains(task))
  }

  @Test func `a deleted category takes its tasks with it`() throws {
    let category = Category(name: "Temporary")
    context.insert(category)
    context.insert(Task(title: "One", category: category))
    context.insert(Task(title: "Two", category: category))
    try context.save()
    context.delete(category)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Task>()).isEmpty)
  }

  @Test func `a filter finds the two open tasks`() throws {
    context.insert(Task(title: "Done", isCompleted: true))
    context.insert(Task(title: "Open 1"))
    context.insert(Task(title: "Open 2"))
    try context.save()
    let descriptor = FetchDescriptor<Task>(predicate: #Predicate { !$0.isCompleted })
    #expect(try context.fetch(descriptor).count == 2)
  }
}
