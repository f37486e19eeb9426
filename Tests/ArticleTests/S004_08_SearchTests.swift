import ObjectGraph
import Testing

enum S004_8 {
  typealias Visitor = S004_4.Visitor

  static func search(_ text: String, in context: ModelContext) throws -> [Visitor] {
    let predicate = #Predicate<Visitor> { visitor in
      if text.isEmpty {
        return true
      } else {
        return visitor.lastname.localizedStandardContains(text)
      }
    }
    return try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.lastname)]))
  }
}

@Suite struct S004_08_SearchTests {
  static let names = ["Smithers", "Jones", "SMITH", "Sm\u{ed}th", "Blacksmith", "Smith", "Smit", ""]

  @Test func `a search disregards case and accents, and an empty one finds all`() throws {
    try withTemporaryStore { configuration in
      do {
        let context = ModelContext(
          try ModelContainer(for: S004_4.Visitor.self, configurations: configuration)
        )
        for name in Self.names { context.insert(S004_4.Visitor(firstname: "x", lastname: name)) }
        try context.save()
      }
      let container = try ModelContainer(for: S004_4.Visitor.self, configurations: configuration)
      let context = ModelContext(container)
      let found = try S004_8.search("smith", in: context)
      #expect(Set(found.map(\.lastname)) == ["Smith", "SMITH", "Sm\u{ed}th", "Smithers", "Blacksmith"])
      #expect(found.map(\.lastname) == found.sorted(using: SortDescriptor(\.lastname)).map(\.lastname))
      let all = try S004_8.search("", in: context)
      #expect(all.count == Self.names.count && all.first?.lastname == "")
      #expect(try S004_8.search("zz", in: context).isEmpty)
    }
  }
}
