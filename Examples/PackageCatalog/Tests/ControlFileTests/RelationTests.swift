import ControlFile
import Testing

private func constraint(_ text: String) throws -> VersionConstraint { try #require(VersionConstraint(text)) }

@Suite struct RelationTests {
  @Test func `a field splits into terms and alternatives`() throws {
    let relations = try #require(Relation.parse("a (>= 1.2) | b:any, c [amd64 i386]", kind: .depends))
    #expect(
      relations == [
        Relation(.depends, group: 0, "a", constraint: try constraint(">= 1.2")),
        Relation(.depends, group: 0, "b", architecture: "any"),
        Relation(.depends, group: 1, "c", restrictions: ["amd64", "i386"]),
      ]
    )
  }

  @Test(arguments: [
    ("", 0), (" ", 0), ("a", 1), ("a,", 1), (", a", 1), ("a,,b", 2), ("a|b|c", 3), ("a(=1:2-3~x+y)", 1),
    ("a\n, b\n", 2), ("libstdc++6 (>> 4.4), g++-12", 2), ("a <!nocheck> <stage1 cross>, b", 2),
  ])
  func `spacing and empty terms do not matter`(field: String, count: Int) {
    #expect(Relation.parse(field, kind: .depends)?.count == count)
  }

  @Test(arguments: [
    "a b", "a (>= 1", "a (1)", "a (=> 1)", "a (>=)", "(>= 1)", "a:", "a [amd64", "a <x", "${misc:Depends}",
    "a (= 1 2)",
  ])
  func `a term of another form is refused`(field: String) {
    #expect(Relation.parse(field, kind: .depends) == nil)
  }

  @Test(arguments: [
    ("<< 2", "<< 2"), ("<=2", "<= 2"), ("= 2", "= 2"), (">= 2", ">= 2"), (">>  2", ">> 2"), ("< 2", "<= 2"),
    ("> 2", ">= 2"),
  ])
  func `each comparison is read, the old single signs too`(text: String, shown: String) throws {
    #expect(try constraint(text).description == shown)
  }

  @Test(arguments: [
    ("<< 2", "1", true), ("<< 2", "2", false), ("<= 2", "2", true), ("= 1.0", "1.00", true),
    ("= 1.0", "1.1", false),
    (">= 2", "2", true), (">= 2", "1", false), (">> 2", "2", false), (">> 2", "2.1", true),
  ])
  func `a constraint compares versions, not texts`(text: String, version: String, holds: Bool) throws {
    #expect(try constraint(text).isSatisfied(by: DebianVersion(version)) == holds)
  }
}
