import LogStore
import ObjectGraph
import Testing

enum Lost {
  @Model final class Author {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
    init(name: String) { self.name = name }
  }

  @Model final class Book {
    var title: String
    var author: Author?
    var publisher: Publisher
    init(title: String, author: Author?, publisher: Publisher) {
      self.title = title
      self.author = author
      self.publisher = publisher
    }
  }

  @Model final class Publisher {
    var name: String
    init(name: String) { self.name = name }
  }
}

/// Objects that outlive the context that they came from.
@Suite struct LostContextTests {
  typealias Author = Lost.Author
  typealias Book = Lost.Book
  typealias Publisher = Lost.Publisher

  private func filled() throws -> ModelContainer {
    let container = try inMemory(Author.self)
    let context = ModelContext(container)
    let author = Author(name: "a")
    let publisher = Publisher(name: "p")
    for title in ["x", "y"] { context.insert(Book(title: title, author: author, publisher: publisher)) }
    try context.save()
    return container
  }

  private func books(_ container: ModelContainer) throws -> [Book] {
    try ModelContext(container).fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
  }

  @Test func `relationships are read from the container while it lives`() throws {
    let container = try filled()
    let books = try books(container)
    #expect(books.allSatisfy { $0.modelContext == nil })
    #expect(books[0].author?.name == "a" && books[0].publisher.name == "p")
    #expect(books[0].author === books[1].author)
    #expect(books[0].author?.books.map(\.title) == ["x", "y"])
    #expect(books[0].loadFailure == nil)
    let author = try #require(try ModelContext(container).fetch(FetchDescriptor<Author>()).first)
    #expect(author.books.map(\.title) == ["x", "y"])
    #expect(author.books[0].publisher.name == "p")
  }

  @Test func `the identity stays the same`() throws {
    let container = try filled()
    let context = ModelContext(container)
    let book = try #require(try books(container).first)
    let twin: Book = try #require(try context.existingModel(for: book.persistentModelID))
    #expect(twin.title == book.title && twin.persistentModelID == book.persistentModelID)
  }

  @Test func `objects keep the store open when the container is gone too`() throws {
    let books = try books(filled())
    #expect(books.map { $0.author?.name } == ["a", "a"] && books.map(\.publisher.name) == ["p", "p"])
    #expect(books[0].author?.books.map(\.title) == ["x", "y"])
    #expect(books.allSatisfy { $0.loadFailure == nil })
  }

  @Test func `a target that is gone in the meantime is reported by the object`() throws {
    let container = try filled()
    let books = try books(container)
    let context = ModelContext(container)
    try context.delete(model: Author.self)
    try context.save()
    #expect(books[0].author == nil)
    guard case .missingObject(let entity, _)? = books[0].loadFailure else {
      Issue.record("\(String(describing: books[0].loadFailure))")
      return
    }
    #expect(entity == "Author")
  }

  @Test func `unsaved objects whose context is gone can be inserted again with their links`() throws {
    let container = try inMemory(Author.self)
    let author = Author(name: "a")
    let publisher = Publisher(name: "p")
    let first = Book(title: "t", author: author, publisher: publisher)
    do {
      let context = ModelContext(container)
      context.insert(first)
      #expect(author.books == [first])
    }
    #expect(author.modelContext == nil && author.books == [first] && first.publisher === publisher)
    let context = ModelContext(container)
    context.insert(Book(title: "u", author: author, publisher: publisher))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Author>()) == [author])
    #expect(author.books.map(\.title) == ["t", "u"] && first.author === author)
  }

  @Test func `an object whose context is gone can be linked to, and is not stored twice`() throws {
    let container = try filled()
    let author = try #require(try ModelContext(container).fetch(FetchDescriptor<Author>()).first)
    let context = ModelContext(container)
    let publisher = try #require(try context.fetch(FetchDescriptor<Publisher>()).first)
    let book = Book(title: "z", author: nil, publisher: publisher)
    context.insert(book)
    book.author = author
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
    #expect(book.author?.books.map(\.title) == ["x", "y", "z"])
    context.insert(author)
    #expect(throws: ObjectGraphError.self) { try context.save() }
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
  }
}
