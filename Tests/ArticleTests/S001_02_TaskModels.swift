import ObjectGraph

/// Examples 2 and 3, which refer to each other.
enum S001_2 {
  @Model
  final class Task {
    var id: UUID = UUID()
    var title: String = ""
    var isCompleted: Bool = false
    var createdAt: Date = Date()
    var priority: Int = 0
    var category: Category?

    init(
      id: UUID = UUID(),
      title: String,
      isCompleted: Bool = false,
      createdAt: Date = Date(),
      priority: Int = 0,
      category: Category? = nil
    ) {
      self.id = id
      self.title = title
      self.isCompleted = isCompleted
      self.createdAt = createdAt
      self.priority = priority
      self.category = category
    }
  }

  @Model
  final class Category {
    var id: UUID = UUID()
    var name: String = ""
    var color: String = "blue"

    @Relationship(deleteRule: .cascade, inverse: \Task.category)
    var tasks: [Task] = []

    init(id: UUID = UUID(), name: String, color: String = "blue") {
      self.id = id
      self.name = name
      self.color = color
    }
  }
}
