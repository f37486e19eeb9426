import LogStore
import ObjectGraph
import Testing

/// Features used together in one context, as programs do.
@Suite struct EditingProgramTests {
  typealias Product = Shop.Product
  typealias Book = Shop.Book
  typealias Shelf = Shop.Shelf
  typealias Label = Shop.Label

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try Shop.container()
    context = ModelContext(container)
  }

  private func all<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try ModelContext(container).fetch(FetchDescriptor<T>())
  }

  @Test func `an upsert that is rolled back leaves the stored subclass object as it was`() throws {
    let book = Book(code: "b", name: "old", author: "x")
    context.insert(book)
    try context.save()
    context.insert(Book(code: "b", name: "new", author: "y"))
    book.name = "changed"
    context.rollback()
    #expect(book.name == "old" && !context.hasChanges)
    let second = Book(code: "b", name: "new", author: "y")
    context.insert(second)
    try context.save()
    #expect(book.name == "new" && book.author == "y" && second.persistentModelID == book.persistentModelID)
    second.author = "z"
    #expect(book.author == "z" && context.hasChanges)
    try context.save()
    #expect(try all(Product.self).compactMap { ($0 as? Book)?.author } == ["z"])
  }

  @Test func `an object that is deleted and inserted again before the save stays`() throws {
    let shelf = Shelf(place: "a")
    let product = Product(code: "p", name: "n")
    shelf.products = [product]
    context.insert(shelf)
    try context.save()
    let id = product.persistentModelID
    context.delete(product)
    #expect(shelf.products.isEmpty)
    context.insert(product)
    #expect(!product.isDeleted)
    product.shelf = shelf
    try context.save()
    #expect(product.persistentModelID == id && shelf.products == [product])
    #expect(try all(Shelf.self).first?.products.map(\.code) == ["p"])
  }

  @Test func `an object whose deletion is saved can be inserted as a new one`() throws {
    let product = Product(code: "p", name: "n", price: 3)
    context.insert(product)
    try context.save()
    let id = product.persistentModelID
    context.delete(product)
    try context.save()
    #expect(product.modelContext == nil && product.name == "n")
    context.insert(product)
    try context.save()
    #expect(product.modelContext === context && product.persistentModelID != id)
    #expect(try all(Product.self).map(\.price) == [3])
  }

  @Test func `a child that moves before its parent is deleted survives the cascade`() throws {
    let old = Shelf(place: "old")
    let new = Shelf(place: "new")
    old.products = ["a", "b", "c"].map { Product(code: $0, name: $0) }
    context.insert(old)
    context.insert(new)
    try context.save()
    let moved = old.products[1]
    moved.shelf = new
    context.delete(old)
    try context.save()
    #expect(new.products == [moved])
    #expect(try all(Product.self).map(\.code) == ["b"])
  }

  @Test func `rollback brings back moves, orders and cascades together`() throws {
    let one = Shelf(place: "1")
    let two = Shelf(place: "2")
    one.products = ["a", "b", "c"].map { Product(code: $0, name: $0) }
    context.insert(one)
    context.insert(two)
    try context.save()
    let products = one.products
    two.products = [products[2], products[0]]
    one.products.insert(Product(code: "new", name: "new"), at: 0)
    context.delete(two)
    context.rollback()
    #expect(one.products == products && two.products.isEmpty && !two.isDeleted)
    #expect(products.allSatisfy { $0.shelf === one && !$0.isDeleted })
    #expect(!context.hasChanges)
    context.delete(one)
    try context.save()
    #expect(try all(Product.self).isEmpty && all(Shelf.self).map(\.place) == ["2"])
  }

  @Test func `new children of an upserted parent belong to the stored one`() throws {
    let stored = Shelf(place: "a")
    stored.products = [Product(code: "p", name: "p")]
    context.insert(stored)
    try context.save()
    let incoming = Shelf(place: "a")
    let child = Product(code: "q", name: "q")
    child.shelf = incoming
    context.insert(child)
    try context.save()
    #expect(child.shelf === stored && Set(stored.products.map(\.code)) == ["p", "q"])
    #expect(try all(Shelf.self).map { Set($0.products.map(\.code)) } == [["p", "q"]])
  }

  @Test func `a save that fails keeps everything, and goes through after the repair`() throws {
    let a = Product(code: "a", name: "a")
    let b = Product(code: "b", name: "b")
    context.insert(a)
    context.insert(b)
    try context.save()
    a.code = "b"
    a.labels = [Label(text: "sale")]
    context.insert(Product(code: "c", name: "c"))
    for _ in 0..<2 {
      #expect(throws: ObjectGraphError.self) { try context.save() }
      #expect(context.hasChanges && a.labels.map(\.text) == ["sale"])
    }
    #expect(try all(Product.self).count == 2 && all(Label.self).isEmpty)
    a.code = "d"
    try context.save()
    #expect(try Set(all(Product.self).map(\.code)) == ["b", "c", "d"])
    #expect(try all(Label.self).first?.products.map(\.code) == ["d"])
  }

  @Test func `labels are shared and taken off on both sides`() throws {
    let products = ["a", "b"].map { Product(code: $0, name: $0) }
    let sale = Label(text: "sale")
    let new = Label(text: "new")
    products[0].labels = [sale, new]
    products[1].labels.append(sale)
    for product in products { context.insert(product) }
    try context.save()
    #expect(Set(sale.products.map(\.code)) == ["a", "b"])
    sale.products.removeAll { $0 === products[0] }
    #expect(products[0].labels == [new])
    context.delete(new)
    #expect(products[0].labels.isEmpty)
    try context.save()
    #expect(try all(Label.self).map { $0.products.map(\.code) } == [["b"]])
    #expect(try Set(all(Product.self).map(\.code)) == ["a", "b"])
  }

  @Test func `objects deleted while they are enumerated are gone afterwards, the others stay`() throws {
    for number in 0..<50 { context.insert(Product(code: "\(number)", name: "n", price: number)) }
    try context.save()
    try context.enumerate(
      FetchDescriptor<Product>(sortBy: [SortDescriptor(\.price)]),
      batchSize: 7,
      allowEscapingMutations: true
    ) { product in
      if product.price % 2 == 0 { context.delete(product) } else { product.price += 100 }
    }
    #expect(context.deletedModelsArray.count == 25 && context.changedModelsArray.count == 25)
    try context.save()
    #expect(try all(Product.self).map(\.price).sorted() == stride(from: 101, to: 150, by: 2).map { $0 })
  }

  @Test func `a transaction that throws leaves nothing behind`() throws {
    struct Stop: Error {}
    let product = Product(code: "p", name: "n")
    try context.transaction { context.insert(product) }
    #expect(throws: Stop.self) {
      try context.transaction {
        product.name = "changed"
        context.insert(Product(code: "q", name: "q"))
        throw Stop()
      }
    }
    #expect(product.name == "n" && !context.hasChanges)
    #expect(try all(Product.self).map(\.code) == ["p"])
  }
}
