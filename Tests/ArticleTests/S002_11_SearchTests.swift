import SwiftData
import Testing

enum S002_11 {
  typealias Note = S002_8.Note

  /// The function of the article.
  static func search(_ text: String, in context: ModelContext) throws -> [Note] {
    var descriptor = FetchDescriptor<Note>(
      predicate: #Predicate { $0.title.contains(text) },
      sortBy: [SortDescriptor(\.createdAt, order: .reverse)]
    )
    descriptor.fetchLimit = 50
    return try context.fetch(descriptor)
  }
}

/// Example 11: a search, over the model of example 8.
@Suite struct S002_11_SearchTests {
  typealias Note = S002_8.Note

  @Test func `a search gives the 50 newest of 60 matches`() throws {
    try withTemporaryStore { configuration in
      do {
        let context = ModelContext(try ModelContainer(for: Note.self, configurations: configuration))
        for number in 0..<120 {
          let note = Note(title: number % 2 == 0 ? "recipe \(number)" : "letter", content: "")
          note.createdAt = day(number)
          context.insert(note)
        }
        try context.save()
      }
      let context = ModelContext(try ModelContainer(for: Note.self, configurations: configuration))
      let found = try S002_11.search("recipe", in: context)
      #expect(found.map(\.title) == (10..<60).reversed().map { "recipe \($0 * 2)" })
      #expect(try S002_11.search("Recipe", in: context).isEmpty)
    }
  }
}
