import Testing

@testable import ObjectGraphMacros

@Suite struct MemberSplitterTests {
  @Test(arguments: declarations)
  func `a declaration is split into what it stores`(_ row: Row) {
    #expect(members(row.body) == row.members)
  }

  @Test func `the table has at least sixty declarations`() {
    #expect(declarations.count >= 60)
  }

  /// Each declaration between two others: its end must be found as well.
  @Test(arguments: declarations)
  func `a declaration ends where the next begins`(_ row: Row) {
    let expected = ["persisted var before: Int"] + row.members + ["persisted @Attribute var after: Int = 1"]
    #expect(members("var before: Int\n\(row.body)\n@Attribute var after: Int = 1") == expected)
  }

  @Test(arguments: [
    ("@Model nonisolated final class A {}", "A", ["nonisolated", "final"], []),
    ("@Model public class B {}", "B", ["public"], []),
    ("@Model\npackage final class C {}", "C", ["package", "final"], []),
    ("@Model @available(macOS 26, *) class D: Base {}", "D", [], ["Base"]),
    (
      "@available(*, deprecated, message: \"a)b\")\n@Model\nclass D: Base, Hashable {}", "D", [],
      ["Base", "Hashable"]
    ),
    ("@Tracked @Model final class E {}", "E", ["final"], []),
    ("#if canImport(X)\n@Model\n#endif\nfinal class F {}", "F", ["final"], []),
    (
      "// import\n/// @Model class No {}\n@Model class G: @unchecked Sendable {}", "G", [],
      ["@unchecked Sendable"]
    ),
    ("@Model class H: V1.Base<Int>, Other where T: X {}", "H", [], ["V1.Base<Int>", "Other"]),
    ("@Model(originalName: \"Old\")class I{}", "I", [], []),
    ("@Model class `Default` : ObservableObject {}", "`Default`", [], ["ObservableObject"]),
  ])
  func `a class line is read`(_ text: String, _ name: String, _ modifiers: [String], _ inherited: [String])
    throws
  {
    let type = try #require(parse(text))
    #expect(type.keywordText == "class")
    #expect(type.name == name)
    #expect(type.modifiers.map(\.name) == modifiers)
    #expect(type.inheritance.map { SourceText(text)[$0] } == inherited)
  }

  @Test func `generic parameters are seen`() throws {
    #expect(try #require(parse("@Model class A<T: Codable> {}")).genericParameters != nil)
  }

  @Test func `attributes under a condition keep their clauses`() {
    let body = "#if X\n@Relationship(inverse: \\G.f)\n#else\n@Attribute\n#endif\nvar gs: [G] = []"
    #expect(
      members(body) == [
        "persisted #if X @Relationship(inverse: \\G.f) #else @Attribute #endif var gs: [G] = []"
      ]
    )
  }
}
