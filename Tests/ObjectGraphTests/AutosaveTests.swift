import LogStore
import ObjectGraph
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct AutosaveTests {
  /// Runs a body and waits for the next notification of a kind from a context.
  private func awaiting(_ name: Notification.Name, _ context: ModelContext, _ body: () -> Void) async {
    await withCheckedContinuation { continuation in
      let waiting = Mutex<CheckedContinuation<Void, Never>?>(continuation)
      _ = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
        waiting.withLock { $0.take() }?.resume()
      }
      body()
    }
  }

  private func count(_ container: ModelContainer) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<Note>())
  }

  @Test func `the main context saves by itself some time after a change`() async throws {
    let container = try inMemory(Note.self)
    let context = container.mainContext
    context.autosaveInterval = 0.01
    let note = Note(title: "a")
    await awaiting(ModelContext.didSave, context) { context.insert(note) }
    #expect(try !context.hasChanges && count(container) == 1)
    await awaiting(ModelContext.didSave, context) { note.title = "b" }
    #expect(try ModelContext(container).fetch(FetchDescriptor<Note>()).map(\.title) == ["b"])
    await awaiting(ModelContext.didSave, context) { context.delete(note) }
    #expect(try count(container) == 0)
  }

  @Test func `what is changed in one turn of the main actor is saved together`() async throws {
    let container = try inMemory(Note.self)
    let context = container.mainContext
    context.autosaveInterval = 0
    let seen = Mutex<[Int]>([])
    await awaiting(ModelContext.didSave, context) {
      for number in 0..<5 {
        context.insert(Note(title: "\(number)"))
        _ = try? context.fetch(FetchDescriptor<Note>())
        let count = (try? count(container)) ?? -1
        seen.withLock { $0.append(count) }
      }
    }
    #expect(seen.withLock { $0 } == [0, 0, 0, 0, 0])
    #expect(try count(container) == 5)
  }

  @Test func `changes are saved although the container is given up`() async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("auto-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let configuration = ModelConfiguration(url: directory.appendingPathComponent("a.store"))
    var container: ModelContainer? = try ModelContainer(for: Note.self, configurations: configuration)
    await withCheckedContinuation { continuation in
      let waiting = Mutex<CheckedContinuation<Void, Never>?>(continuation)
      if let context = container?.mainContext {
        context.autosaveInterval = 0.01
        _ = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil)
        {
          _ in
          waiting.withLock { $0.take() }?.resume()
        }
        context.insert(Note(title: "kept"))
      }
      container = nil
    }
    #expect(try count(ModelContainer(for: Note.self, configurations: configuration)) == 1)
  }

  @Test func `a failure is reported, and the changes are saved once they can be`() async throws {
    let container = try inMemory(Parent.self, Child.self)
    let context = container.mainContext
    context.autosaveInterval = 0.01
    let parent = Parent()
    let child = Child(parent: parent)
    context.insert(child)
    try context.save()
    let errors = Mutex<[ObjectGraphError]>([])
    context.onAutosaveError = { error in
      if let error = error as? ObjectGraphError { errors.withLock { $0.append(error) } }
    }
    await awaiting(ModelContext.autosaveDidFail, context) { context.delete(parent) }
    #expect(context.hasChanges)
    guard case .deleteDenied("Parent", "children", _)? = errors.withLock({ $0.first }) else {
      Issue.record("\(errors.withLock { $0 })")
      return
    }
    await awaiting(ModelContext.didSave, context) { context.delete(child) }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Parent>()) == 0)
  }

  @Test func `only the main context saves by itself unless asked to`() throws {
    let container = try inMemory(Note.self)
    #expect(container.mainContext.autosaveEnabled)
    let context = ModelContext(container)
    #expect(!context.autosaveEnabled)
    context.autosaveInterval = 0
    context.insert(Note(title: "a"))
    _ = try context.fetch(FetchDescriptor<Note>())
    #expect(try context.hasChanges && count(container) == 0)
    context.autosaveEnabled = true
    _ = try context.fetch(FetchDescriptor<Note>())
    #expect(try !context.hasChanges && count(container) == 1)
    let silent = try inMemory(Note.self)
    silent.isAutosaveEnabled = false
    #expect(!silent.mainContext.autosaveEnabled)
  }

  @Test func `flush saves what is pending now`() throws {
    let container = try inMemory(Note.self)
    container.mainContext.insert(Note(title: "a"))
    try container.flush()
    #expect(try count(container) == 1)
  }

  @Test func `what is pending is saved when the process exits`() async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("exit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appendingPathComponent("a.store").path
    await #expect(processExitsWith: .success) { [path = path as String] in
      await MainActor.run {
        let url = URL(fileURLWithPath: path)
        let container = try? ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
        container?.mainContext.autosaveInterval = 60
        container?.mainContext.insert(Note(title: "late"))
        exit(0)
      }
    }
    let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
    #expect(try count(ModelContainer(for: Note.self, configurations: configuration)) == 1)
  }
}
