import ObjectGraph
import Testing

@Suite struct ErrorNameTests {
  private func name(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "none"
    } catch SwiftDataError.unknownSchema {
      return "unknownSchema"
    } catch SwiftDataError.modelValidationFailure {
      return "modelValidationFailure"
    } catch SwiftDataError.loadIssueModelContainer {
      return "loadIssueModelContainer"
    } catch let error as SwiftDataError {
      return "\(error)"
    } catch {
      return "other"
    }
  }

  @Test func `errors are caught by the names that they have in SwiftData`() throws {
    let context = ModelContext(try inMemory(Town.self))
    #expect(name { _ = try context.fetch(FetchDescriptor<MixedHolder>()) } == "unknownSchema")
    let configuration = ModelConfiguration(url: URL(fileURLWithPath: "/nowhere/a.store"), allowsSave: false)
    #expect(
      name { _ = try ModelContainer(for: Town.self, configurations: configuration) }
        == "loadIssueModelContainer"
    )
    let (a, b) = (Resident("a", 1), Resident("b", 1))
    let residents = ModelContext(try inMemory(Resident.self, Town.self))
    residents.insert(a)
    residents.insert(b)
    try residents.save()
    b.name = "a"
    #expect(name { try residents.save() } == "modelValidationFailure")
  }
}
