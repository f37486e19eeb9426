import LogStore
import ObjectGraph
import Testing

/// Several contexts of one container at work on the same objects.
@Suite struct SharingProgramTests {
  typealias Product = Shop.Product
  typealias Book = Shop.Book
  typealias Shelf = Shop.Shelf

  let container: ModelContainer
  let one: ModelContext
  let two: ModelContext

  init() throws {
    container = try Shop.container()
    one = ModelContext(container)
    two = ModelContext(container)
  }

  private func stored(_ code: String, in context: ModelContext) throws -> Product {
    try #require(try context.fetch(FetchDescriptor<Product>(predicate: #Predicate { $0.code == code })).first)
  }

  @Test func `changes of different properties in two contexts are both kept`() throws {
    let mine = Product(code: "p", name: "n", price: 1)
    one.insert(mine)
    try one.save()
    let theirs = try stored("p", in: two)
    theirs.price = 2
    mine.name = "m"
    try two.save()
    try one.save()
    #expect(mine.name == "m" && mine.price == 2)
    _ = try two.fetchCount(FetchDescriptor<Product>())
    #expect(theirs.name == "m" && theirs.price == 2)
    let read = try stored("p", in: ModelContext(container))
    #expect(read.name == "m" && read.price == 2)
  }

  @Test func `moves in another context are seen in lists that were read before`() throws {
    let left = Shelf(place: "left")
    let right = Shelf(place: "right")
    left.products = ["a", "b"].map { Product(code: $0, name: $0) }
    one.insert(left)
    one.insert(right)
    try one.save()
    #expect(left.products.count == 2 && right.products.isEmpty)
    let moved = try stored("a", in: two)
    moved.shelf = try two.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.place == "right" })).first
    try two.save()
    _ = try one.fetchCount(FetchDescriptor<Shelf>())
    #expect(left.products.map(\.code) == ["b"] && right.products.map(\.code) == ["a"])
    #expect(right.products.first?.shelf === right)
  }

  @Test func `an object deleted elsewhere leaves the context and the lists of others`() throws {
    let shelf = Shelf(place: "s")
    shelf.products = ["a", "b"].map { Product(code: $0, name: $0) }
    one.insert(shelf)
    try one.save()
    let gone = shelf.products[0]
    two.delete(try stored("a", in: two))
    try two.save()
    _ = try one.fetchCount(FetchDescriptor<Product>())
    #expect(gone.modelContext == nil && gone.code == "a")
    #expect(shelf.products.map(\.code) == ["b"])
    #expect(!one.hasChanges)
  }

  @Test func `a change of an object deleted elsewhere is refused, and rollback mends the context`() throws {
    let mine = Product(code: "p", name: "n")
    one.insert(mine)
    try one.save()
    let theirs = try stored("p", in: two)
    mine.price = 5
    one.insert(Product(code: "q", name: "q"))
    two.delete(theirs)
    try two.save()
    #expect(throws: ObjectGraphError.self) { try one.save() }
    one.rollback()
    one.insert(Product(code: "r", name: "r"))
    try one.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Product>()).map(\.code) == ["r"])
  }

  @Test func `the same unique value inserted in two contexts becomes one object`() throws {
    let first = Book(code: "b", name: "first", author: "x")
    let second = Book(code: "b", name: "second", author: "y")
    one.insert(first)
    two.insert(second)
    try one.save()
    try two.save()
    _ = try one.fetchCount(FetchDescriptor<Book>())
    #expect(first.name == "second" && first.persistentModelID == second.persistentModelID)
    second.author = "z"
    try two.save()
    _ = try one.fetchCount(FetchDescriptor<Book>())
    #expect(first.author == "z")
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Product>()) == 1)
  }

  @Test func `contexts on threads of their own save side by side`() throws {
    let container = container
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      do {
        let context = ModelContext(container)
        let shelf = Shelf(place: "\(worker)")
        context.insert(shelf)
        for number in 0..<25 {
          shelf.products.append(Product(code: "\(worker)-\(number)", name: "n", price: number))
          try context.save()
        }
        for product in shelf.products where product.price % 5 == 0 { context.delete(product) }
        try context.save()
      } catch {
        Issue.record(error)
      }
    }
    let shelves = try one.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.place)]))
    #expect(shelves.map(\.place) == ["0", "1", "2", "3"])
    for shelf in shelves {
      #expect(shelf.products.map(\.price) == (0..<25).filter { $0 % 5 != 0 })
    }
  }
}
