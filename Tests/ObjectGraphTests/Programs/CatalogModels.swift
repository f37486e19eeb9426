import ObjectGraph

/// A small shop: inheritance, uniqueness, a tree of owners and a many-to-many relationship.
enum Shop {
  @Model class Product {
    @Attribute(.unique) var code: String
    var name: String
    var price = 0
    var shelf: Shelf?
    @Relationship(inverse: \Label.products) var labels: [Label] = []
    init(code: String, name: String, price: Int = 0) {
      self.code = code
      self.name = name
      self.price = price
    }
  }

  @Model final class Book: Product {
    var author: String
    init(code: String, name: String, author: String) {
      self.author = author
      super.init(code: code, name: name)
    }
  }

  @Model final class Shelf {
    @Attribute(.unique) var place: String
    @Relationship(deleteRule: .cascade, inverse: \Product.shelf) var products: [Product] = []
    init(place: String) { self.place = place }
  }

  @Model final class Label {
    @Attribute(.unique) var text: String
    var products: [Product] = []
    init(text: String) { self.text = text }
  }

  static func container() throws -> ModelContainer { try inMemory(Product.self, Book.self) }
}
