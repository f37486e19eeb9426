import ObjectGraph
import XCTest

/// Example 12 as it is printed: tests in the style of XCTest.
final class S001_12_TaskXCTests: XCTestCase {
  typealias Task = S001_2.Task
  typealias Category = S001_2.Category

  var container: ModelContainer!
  var context: ModelContext!

  override func setUpWithError() throws {
    let schema = Schema([Task.self, Category.self])
    let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
    container = try ModelContainer(for: schema, configurations: [configuration])
    context = ModelContext(container)
  }

  override func tearDownWithError() throws {
    context = nil
    container = nil
  }

  func testCreateTask() throws {
    let task = Task(title: "Write tests", priority: 1)
    context.insert(task)
    try context.save()

    let tasks = try context.fetch(FetchDescriptor<Task>())
    XCTAssertEqual(tasks.count, 1)
    XCTAssertEqual(tasks.first?.title, "Write tests")
    XCTAssertEqual(tasks.first?.priority, 1)
    XCTAssertFalse(tasks.first?.isCompleted ?? true)
  }

  func testTaskCategoryRelationship() throws {
    let category = Category(name: "Work")
    let task = Task(title: "Meeting", category: category)
    context.insert(category)
    context.insert(task)
    try context.save()

    XCTAssertEqual(task.category?.name, "Work")
    XCTAssertTrue(category.tasks.contains(task))
  }

  func testCascadeDelete() throws {
    let category = Category(name: "Temporary")
    context.insert(category)
    context.insert(Task(title: "One", category: category))
    context.insert(Task(title: "Two", category: category))
    try context.save()

    context.delete(category)
    try context.save()

    let tasks = try context.fetch(FetchDescriptor<Task>())
    XCTAssertEqual(tasks.count, 0)
  }

  func testFilteredFetch() throws {
    context.insert(Task(title: "Done", isCompleted: true))
    context.insert(Task(title: "Open 1"))
    context.insert(Task(title: "Open 2"))
    try context.save()

    let descriptor = FetchDescriptor<Task>(predicate: #Predicate { !$0.isCompleted })
    let open = try context.fetch(descriptor)
    XCTAssertEqual(open.count, 2)
  }
}
