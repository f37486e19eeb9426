import LogStore
import ObjectGraph
import Testing

@Suite(.serialized) struct FetchBatchTests {
  private func filled(_ count: Int) throws -> ModelContainer {
    let container = try inMemory(Note.self)
    let context = ModelContext(container)
    for number in 0..<count {
      let note = Note(title: "n\(number)")
      note.rank = number
      context.insert(note)
    }
    try context.save()
    return container
  }

  @Test func `a fetch in batches gives every object at its place`() throws {
    let context = ModelContext(try filled(25))
    let descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.rank, order: .reverse)])
    let notes = try context.fetch(descriptor, batchSize: 10)
    #expect(notes.count == 25 && notes.map(\.rank) == Array((0..<25).reversed()))
    #expect(notes[24].rank == 0 && notes[0].rank == 24 && notes.last?.rank == 0)
    let ids = try context.fetchIdentifiers(descriptor, batchSize: 10)
    #expect(Array(ids) == notes.map(\.persistentModelID))
  }

  @Test func `which objects they are is settled by the fetch`() throws {
    let context = ModelContext(try filled(5))
    let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.rank)]), batchSize: 2)
    context.insert(Note(title: "later"))
    context.delete(notes[4])
    #expect(notes[0].rank == 0 && notes.count == 5)
    let gone = notes[4]
    #expect(gone.modelContext == nil && gone.loadFailure != nil)
  }

  @Test func `batches that were read are let go`() throws {
    let context = ModelContext(try filled(40))
    let notes = try context.fetch(FetchDescriptor<Note>(), batchSize: 10)
    weak let first = notes[0]
    #expect(first != nil)
    _ = notes[39]
    context.trim()
    #expect(first == nil)
  }
}
