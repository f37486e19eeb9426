// This file and that of example 11 keep the import of the article.
import SwiftData
import Testing

enum S002_8 {
  @Model
  class Note {
    @Attribute(.unique) var id: UUID
    var title: String
    var content: String
    var createdAt: Date

    init(title: String, content: String) {
      self.id = UUID()
      self.title = title
      self.content = content
      self.createdAt = .now
    }
  }
}

/// Example 8, with nothing changed, not even the name of the module.
@Suite struct S002_08_NoteTests {
  typealias Note = S002_8.Note

  @Test func `a note with a unique id is there after reopening`() throws {
    try withTemporaryStore { configuration in
      var id: UUID?
      do {
        let context = ModelContext(try ModelContainer(for: Note.self, configurations: configuration))
        let note = Note(title: "Title", content: "Content")
        context.insert(note)
        try context.save()
        id = note.id
      }
      let context = ModelContext(try ModelContainer(for: Note.self, configurations: configuration))
      let notes = try context.fetch(FetchDescriptor<Note>())
      #expect(notes.map(\.id) == [id] && notes.map(\.content) == ["Content"])
      let twin = Note(title: "New title", content: "New content")
      twin.id = try #require(id)
      context.insert(twin)
      try context.save()
      #expect(try context.fetch(FetchDescriptor<Note>()).map(\.title) == ["New title"])
      #expect(notes.map(\.content) == ["New content"])
    }
  }
}
