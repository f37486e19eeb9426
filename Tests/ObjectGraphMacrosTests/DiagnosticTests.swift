import Testing

@testable import ObjectGraphMacros

@Suite struct DiagnosticTests {
  /// A class body with a mark where the message has to point, a part of the message, and the bodies
  /// that the fixes produce.
  struct Case: CustomTestStringConvertible, Sendable {
    var body: String
    var message: String
    var fixed: [String]

    init(_ body: String, _ message: String, _ fixed: String...) {
      self.body = body
      self.message = message
      self.fixed = fixed
    }

    var testDescription: String { body }
  }

  private static let cases: [Case] = [
    Case(
      "@Attribute(.unique) ▲let id: Int",
      "'id' is a 'let'",
      "@Attribute(.unique) private(set) var id: Int",
      "@Attribute(.unique) @Transient let id: Int"
    ),
    Case("private ▲let id = 1", "'id' is a 'let'", "private var id = 1", "@Transient private let id = 1"),
    Case(
      "public ▲let id = 1",
      "'id' is a 'let'",
      "public private(set) var id = 1",
      "@Transient public let id = 1"
    ),
    Case("▲lazy var l = 4", "'l' is lazy", "@Transient lazy var l = 4"),
    Case("▲weak var w: A?", "weak reference", "@Transient weak var w: A?"),
    Case(
      "  public ▲var a, b: Int, c = 4",
      "a declaration of its own",
      "  public var a: Int\n  public var b: Int\n  public var c = 4"
    ),
    Case("▲var (x, y) = (1, 2)", "a declaration of its own"),
    Case("@Transient var ▲t: Int", "'t' needs a default value", "@Transient var t: Int = <#default#>"),
    Case("@Transient let ▲t: Int?", "'t' needs a default value", "@Transient let t: Int? = <#default#>"),
    Case("▲@Attribute(.ephemeral) var c: Int { 1 }", "'c' stores nothing", "var c: Int { 1 }"),
    Case("▲@Relationship static var c = 1", "'c' stores nothing", "static var c = 1"),
    Case(
      "@Attribute ▲@Relationship var b: A?",
      "either a value",
      "@Relationship var b: A?",
      "@Attribute var b: A?"
    ),
    Case(
      "@Transient ▲@Attribute(.unique) var n = 0",
      "means nothing",
      "@Transient var n = 0",
      "@Attribute(.unique) var n = 0"
    ),
    Case("@Relationship(inverse: ▲A.path) var b: A?", "write a key path literal"),
    Case("@Relationship(inverse: ▲\\A[0]) var b: A?", "write a key path literal"),
    Case("▲#Unique<A>()", "at least one array"),
    Case("#Unique<A>([\\.x], ▲[])", "at least one key path"),
    Case("#Index<A>(▲list)", "reads its key paths from the source"),
    Case("#Index<A>(▲[key])", "reads its key paths from the source"),
    Case("#if X\n▲@Transient\n#endif\nvar a = 1", "cannot depend on a condition"),
    Case("#if X\n▲lazy var l = 1\n#endif", "'l' is lazy", "#if X\n@Transient lazy var l = 1\n#endif"),
  ]

  @Test(arguments: cases)
  func `a mistake is shown at its place with its fixes`(_ mistake: Case) throws {
    let text = "/* é */ @Model class A {\n\(mistake.body)\ninit() {}\n}"
    let parts = text.split(separator: "▲", omittingEmptySubsequences: false)
    let source = parts.joined()
    let expansion = try expandMembers(source)
    let diagnostic = try #require(expansion.diagnostics.first)
    #expect(expansion.diagnostics.count == 1)
    #expect(diagnostic.position == parts[0].utf8.count)
    #expect(diagnostic.message.contains(mistake.message))
    let fixed = diagnostic.fixIts.map { apply($0, to: source) }
    #expect(fixed == mistake.fixed.map { "/* é */ @Model class A {\n\($0)\ninit() {}\n}" })
    #expect(diagnostic.fixIts.allSatisfy { !$0.message.isEmpty })
    #expect(!expansion.source.isEmpty)
  }

  @Test(arguments: [
    ("@Model ▲struct S { var q = 1 }", "@Model final class S { var q = 1 }"),
    ("@Model public ▲actor S { var q = 1 }", "@Model public final class S { var q = 1 }"),
    ("@Model ▲protocol S {}", nil), ("@Model ▲extension S {}", nil),
  ])
  func `only a class can be a model`(_ text: String, _ fixed: String?) throws {
    let parts = text.split(separator: "▲", omittingEmptySubsequences: false)
    let expansion = try expandMembers(parts.joined())
    let diagnostic = try #require(expansion.diagnostics.first)
    #expect(diagnostic.position == parts[0].utf8.count)
    #expect(diagnostic.message.contains("'@Model' needs a class"))
    #expect(diagnostic.fixIts.map { apply($0, to: parts.joined()) } == (fixed.map { [$0] } ?? []))
    #expect(expansion.source.isEmpty)
  }

  @Test func `an enum is refused where the compiler asks`() throws {
    let expansion = try expandExtension("@Model enum E { case a }", type: "E")
    #expect(expansion.diagnostics.map(\.position) == [7])
    #expect(expansion.source.isEmpty)
  }

  @Test func `a generic class is refused`() throws {
    let diagnostics = try expandMembers("@Model class A<T> { init() {} }").diagnostics
    #expect(diagnostics.map(\.position) == [14])
    #expect(diagnostics[0].message.contains("cannot be generic"))
  }

  @Test func `a class that nobody can make is refused`() throws {
    let diagnostics = try expandMembers("@Model class A { var a: Int; var b = 1; var `c`: [Int] }")
      .diagnostics
    #expect(diagnostics.map(\.position) == [13])
    #expect(diagnostics[0].message.contains("gives a value to 'a', 'c'"))
  }

  @Test(arguments: [
    ("A", "A: Equatable"), ("A: Identifiable, Codable", "A: Identifiable, Codable, Equatable"),
    ("A: @unchecked Sendable", "A: @unchecked Sendable, Equatable"), ("A: Hashable", nil),
    ("A: Own", nil),
  ])
  func `an equality of one's own needs the conformance on the class`(_ head: String, _ fixed: String?) throws
  {
    let rest = " { static func == (l: A, r: A) -> Bool { true }; init() {} }"
    let source = "@Model class \(head)\(rest)"
    let diagnostics = try expandMembers(source).diagnostics
    #expect(
      diagnostics.flatMap(\.fixIts).map { apply($0, to: source) }
        == (fixed.map { ["@Model class \($0)\(rest)"] } ?? [])
    )
    #expect(try expandMembers(source, root: false).diagnostics.isEmpty)
  }

  @Test(arguments: [
    "static let x = 1", "@Transient let x = 1", "@Transient lazy var l = 1", "@Transient weak var w: A?",
    "@Transient var c: Int { 1 }", "override var o: Int { 1 }", "class var c: Int { 1 }",
    "@Transient var o: Int?", "@Transient var u: Int!",
    "#if X\n@Attribute\n#else\n@Relationship\n#endif\nvar a: A?",
    "@Relationship(inverse: nil) var a: A?", "#Unique<A>([\\.x.y, \\A.z?.w,],)", "@Published var p = 1",
    "func f() { let a = 1; lazy var b = 2 }", "struct S { let a: Int; lazy var b = 1 }",
  ])
  func `what is right is not diagnosed`(_ body: String) throws {
    #expect(try expandMembers("@Model class A {\n\(body)\ninit() {}\n}").diagnostics.isEmpty)
  }

  private func apply(_ fixIt: MacroDiagnostic.FixIt, to source: String) -> String {
    var bytes = Array(source.utf8)
    for edit in fixIt.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
