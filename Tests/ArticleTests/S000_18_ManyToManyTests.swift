import ObjectGraph
import Testing

enum S000_18 {
  @Model
  class Post {
    var title: String

    @Relationship(inverse: \Tag.posts)
    var tags: [Tag]

    init(title: String, tags: [Tag] = []) {
      self.title = title
      self.tags = tags
    }
  }

  @Model
  class Tag {
    var name: String
    var posts: [Post]

    init(name: String) {
      self.name = name
      self.posts = []
    }
  }
}

@Suite struct S000_18_ManyToManyTests {
  typealias Post = S000_18.Post
  typealias Tag = S000_18.Tag

  @Test func `both directions of many-to-many are there after reopening`() throws {
    try withTemporaryStore { configuration in
      do {
        let container = try ModelContainer(for: Post.self, Tag.self, configurations: configuration)
        let context = ModelContext(container)
        let swift = Tag(name: "swift")
        let linux = Tag(name: "linux")
        let first = Post(title: "one", tags: [swift, linux])
        let second = Post(title: "two", tags: [swift])
        context.insert(first)
        context.insert(second)
        #expect(swift.posts == [first, second] && linux.posts == [first])
        linux.posts.append(second)
        #expect(second.tags == [swift, linux])
        try context.save()
      }
      let container = try ModelContainer(for: Post.self, Tag.self, configurations: configuration)
      let context = ModelContext(container)
      let posts = try context.fetch(FetchDescriptor<Post>(sortBy: [SortDescriptor(\.title)]))
      #expect(posts.map { $0.tags.map(\.name) } == [["swift", "linux"], ["swift", "linux"]])
      let tags = try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
      #expect(tags.map { $0.posts.map(\.title) } == [["one", "two"], ["one", "two"]])
      #expect(tags[0].posts[0] === posts[0])
    }
  }

  @Test func `deleting a tag leaves its posts, and deleting a post its tags`() throws {
    try withTemporaryStore { configuration in
      do {
        let context = ModelContext(try ModelContainer(for: Post.self, configurations: configuration))
        let tags = ["x", "y", "z"].map { Tag(name: $0) }
        let first = Post(title: "one", tags: tags)
        let second = Post(title: "two", tags: [tags[2]])
        context.insert(first)
        context.insert(second)
        try context.save()
        context.delete(tags[1])
        context.delete(second)
        #expect(first.tags == [tags[0], tags[2]] && tags[2].posts == [first])
        try context.save()
        #expect(first.tags == [tags[0], tags[2]] && tags[2].posts == [first])
      }
      let context = ModelContext(try ModelContainer(for: Post.self, configurations: configuration))
      let posts = try context.fetch(FetchDescriptor<Post>())
      #expect(posts.map(\.title) == ["one"])
      #expect(posts.first?.tags.map(\.name) == ["x", "z"])
      #expect(try context.fetchCount(FetchDescriptor<Tag>()) == 2)
    }
  }
}
