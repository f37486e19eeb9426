import ObjectGraph
import Testing

enum S000_3 {
  @Model
  class Article {
    var title: String
    var body: String

    @Transient
    var words: Int {
      body.split(separator: " ").count
    }

    init(title: String, body: String) {
      self.title = title
      self.body = body
    }
  }
}

@Suite struct S000_03_TransientTests {
  typealias Article = S000_3.Article

  @Test func `a transient computed property is no attribute and works before and after storage`() throws {
    try withTemporaryStore { configuration in
      let article = Article(title: "News", body: "three short words")
      #expect(article.words == 3)
      do {
        let container = try ModelContainer(for: Article.self, configurations: configuration)
        let entity = try #require(container.schema.entity(for: Article.self))
        #expect(Set(entity.attributes.map(\.name)) == ["title", "body"])
        #expect(entity.relationships.isEmpty)
        let context = ModelContext(container)
        context.insert(article)
        article.body += " more"
        #expect(article.words == 4)
        try context.save()
      }
      let container = try ModelContainer(for: Article.self, configurations: configuration)
      let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Article>()).first)
      #expect(read !== article && read.words == 4)
    }
  }
}
