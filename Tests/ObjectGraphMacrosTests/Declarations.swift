import Testing

/// A declaration in a class body and what the splitter has to make of it.
struct Row: CustomTestStringConvertible, Sendable {
  var body: String
  var members: [String]

  init(_ body: String, _ members: String...) {
    self.body = body
    self.members = members
  }

  var testDescription: String { body }
}

/// The forms that people write, each in several spellings.
let declarations: [Row] = attributeForms + valueForms + accessorForms + otherForms

private let attributeForms: [Row] = [
  Row(
    "@Attribute(.unique, originalName: \"k\") var key: String",
    "persisted @Attribute(.unique; originalName: \"k\") var key: String"
  ),
  Row(
    "@Attribute(.externalStorage, .allowsCloudEncryption) var d: Data?",
    "persisted @Attribute(.externalStorage; .allowsCloudEncryption) var d: Data?"
  ),
  Row("@Attribute var a: Int", "persisted @Attribute var a: Int"),
  Row("@Relationship var b: B?", "persisted @Relationship var b: B?"),
  Row("@Attribute() var a: Int", "persisted @Attribute() var a: Int"),
  Row(
    "@Relationship(.unique, deleteRule:.cascade,) var b: B?",
    "persisted @Relationship(.unique; deleteRule: .cascade) var b: B?"
  ),
  Row(
    """
    @Relationship(
      deleteRule: .nullify, minimumModelCount: 1, // few
      maximumModelCount: 3, originalName: "o",
      inverse: \\B.a, /* h */ hashModifier: "h"
    )
    var bs: [B]
    """,
    "persisted @Relationship(deleteRule: .nullify; minimumModelCount: 1; maximumModelCount: 3; "
      + "originalName: \"o\"; inverse: \\B.a; hashModifier: \"h\") var bs: [B]"
  ),
  Row(
    "@Relationship(inverse: \\V1.Pet.owner) var pets: [V1.Pet]",
    "persisted @Relationship(inverse: \\V1.Pet.owner) var pets: [V1.Pet]"
  ),
  Row(
    "@Attribute(.unique)\n/// Doc with @Attribute(.unique) var no: Int\n// comment\nvar name: String",
    "persisted @Attribute(.unique) var name: String"
  ),
  Row(
    "@Relationship(deleteRule: .cascade) var files: [Data] = []",
    "persisted @Relationship(deleteRule: .cascade) var files: [Data] = []"
  ),
  Row(
    "@Attribute(.transformable(by: Box<[Int], A>.self)) var box: Box<[Int], A>?",
    "persisted @Attribute(.transformable(by: Box<[Int], A>.self)) var box: Box<[Int], A>?"
  ),
  Row(
    "@Attribute(.transformable(by: Names.secure.rawValue)) var t: T",
    "persisted @Attribute(.transformable(by: Names.secure.rawValue)) var t: T"
  ),
  Row("@ObjectGraph.Attribute(.unique) var q: Int", "persisted @ObjectGraph.Attribute(.unique) var q: Int"),
  Row(
    "@available(macOS 15, *) @Attribute public var v: Int",
    "persisted @available() @Attribute public var v: Int"
  ),
  Row(
    "#if X\n@Relationship(inverse: \\G.f)\n#endif\nvar gs: [G] = []",
    "persisted #if X @Relationship(inverse: \\G.f) #endif var gs: [G] = []"
  ),
  Row("@Transient var label: String { \"x\" }", "notStored @Transient var label: String {computed}"),
  Row("@Transient var job: Task<Void, any Error>?", "transient @Transient var job: Task<Void, any Error>?"),
  Row("@Transient private var cache: [Int]?", "transient @Transient private var cache: [Int]?"),
  Row(
    "@Transient lazy var s: String = { title }()",
    "transient @Transient lazy var s: String = { title }()"
  ),
  Row(
    "@MainActor @Transient lazy var v: some P = { f(1, 2) }()",
    "transient @MainActor @Transient lazy var v: some P = { f(1, 2) }()"
  ),
  Row("@Transient @Published var dirty = false", "transient @Transient @Published var dirty = false"),
  Row("@Attribute(.codable) var p: Opaque?", "persisted @Attribute(.codable) var p: Opaque?"),
]

private let valueForms: [Row] = [
  Row("var id = UUID()", "persisted var id = UUID()"),
  Row("var on=false", "persisted var on = false"),
  Row("var pets = [Pet] ()", "persisted var pets = [Pet] ()"),
  Row("var best = [Level.one: start]", "persisted var best = [Level.one: start]"),
  Row(
    "private static let start = 0\nvar score = start",
    "notStored private static let start = 0",
    "persisted var score = start"
  ),
  Row("var k: Outer.Kind = Outer.Kind.low", "persisted var k: Outer.Kind = Outer.Kind.low"),
  Row("var s = \"\\(Kind.a) { } ) \\\" 🙂\"", "persisted var s = \"\\(Kind.a) { } ) \\\" 🙂\""),
  Row("var r = #\"a \" ) { \"#", "persisted var r = #\"a \" ) { \"#"),
  Row("var m = \"\"\"\n  var no: Int\n  \"\"\"", "persisted var m = \"\"\"\n  var no: Int\n  \"\"\""),
  Row(
    "var d = Date(timeIntervalSince1970: 0) // trailing",
    "persisted var d = Date(timeIntervalSince1970: 0)"
  ),
  Row(
    "var day = Calendar.current\n  .startOfDay(for: .now.addingTimeInterval(60))",
    "persisted var day = Calendar.current\n  .startOfDay(for: .now.addingTimeInterval(60))"
  ),
  Row("var sum = 1\n  + 2", "persisted var sum = 1\n  + 2"),
  Row("var sum = 1 +\n  2", "persisted var sum = 1 +\n  2"),
  Row("var dict = Dictionary<String, Int>()", "persisted var dict = Dictionary<String, Int>()"),
  Row("var flag = a < b, c = d > e", "rejected var flag = a < b, c = d > e"),
  Row("var t = x ? [1] : [2]", "persisted var t = x ? [1] : [2]"),
  Row("var t = x\n  ? 1\n  : 2", "persisted var t = x\n  ? 1\n  : 2"),
  Row("var f: Int = if x { 1 } else { 2 }", "persisted var f: Int = if x { 1 } else { 2 }"),
  Row("var f = switch x { case .a: 1; default: 2 }", "persisted var f = switch x { case .a: 1; default: 2 }"),
  Row("var n = x as! Int", "persisted var n = x as! Int"),
  Row(
    "var list = [3, 1].map { $0 + 1 }.filter { $0 > 1 }",
    "persisted var list = [3, 1].map { $0 + 1 }.filter { $0 > 1 }"
  ),
  Row("var p = \\A.name", "persisted var p = \\A.name"),
  Row("var q = /a{2}/", "persisted var q = /a{2}/"),
  Row("@Attribute(.unique) let id: UUID", "rejected @Attribute(.unique) let id: UUID"),
  Row("let made = Date()", "rejected let made = Date()"),
  Row("var when: Date!", "persisted var when: Date!"),
  Row("private(set) var pets: [Pet]! = []", "persisted private(set) var pets: [Pet]! = []"),
  Row("public private(set) var n: Int", "persisted public private(set) var n: Int"),
  Row("private(set)var n: Int", "persisted private(set) var n: Int"),
  Row(
    "nonisolated(unsafe) internal private ( set ) var n: Int",
    "persisted nonisolated(unsafe) internal private(set) var n: Int"
  ),
  Row("var a = 0, b: Int = 1", "rejected var a = 0, b: Int = 1"),
  Row("var (x, y) = (1, 2)", "rejected var (x, y) = (1, 2)"),
  Row("var a: Int;var b: Int", "persisted var a: Int", "persisted var b: Int"),
  Row(
    "var x : Int\n\tvar name    : String = \"\"",
    "persisted var x: Int",
    "persisted var name: String = \"\""
  ),
  Row(
    "var type: Int\nvar set: Int\nvar open = 1\nvar `default`: Int",
    "persisted var type: Int",
    "persisted var set: Int",
    "persisted var open = 1",
    "persisted var `default`: Int"
  ),
  Row("var o: Optional<Set<Int>>= nil", "persisted var o: Optional<Set<Int>> = nil"),
  Row(
    "var a: Swift.Array<[String: (Int, Int)]> = []",
    "persisted var a: Swift.Array<[String: (Int, Int)]> = []"
  ),
  Row("var r: Range<Int>?", "persisted var r: Range<Int>?"),
  Row("var m: [[Int]]", "persisted var m: [[Int]]"),
  Row("var e: any Codable & Sendable", "persisted var e: any Codable & Sendable"),
  Row(
    "@Transient var f: @Sendable (Int) async throws -> Set<Int> = { _ in [] }",
    "transient @Transient var f: @Sendable (Int) async throws -> Set<Int> = { _ in [] }"
  ),
  Row("var inline: InlineArray<3, Int>", "persisted var inline: InlineArray<3, Int>"),
  Row("weak var w: A?", "rejected weak var w: A?"),
  Row("lazy var l = 4", "rejected lazy var l = 4"),
]

private let accessorForms: [Row] = [
  Row("var n: Int { willSet { touched = .now } }", "persisted var n: Int {observed will}"),
  Row("var n = 1 { didSet { f() } }", "persisted var n = 1 {observed did}"),
  Row(
    "var n: Int = 1\n{\n  didSet(old) { g() }\n  willSet(new) { h() }\n}",
    "persisted var n: Int = 1 {observed will did}"
  ),
  Row("var n = f { 1 } { didSet { } }", "persisted var n = f { 1 } {observed did}"),
  Row("var n = f { didSet }", "persisted var n = f { didSet }"),
  Row("var c: Int { 1 }", "notStored var c: Int {computed}"),
  Row("var c: Int { get { 1 } set(value) { x = value } }", "notStored var c: Int {computed}"),
  Row("var c: Int\n{\n  switch x { case 1: 2; default: 3 }\n}", "notStored var c: Int {computed}"),
  Row("var c: Int { get async throws { 1 } }", "notStored var c: Int {computed}"),
  Row(
    "private var _title: String\nvar title: String { get { _title } set { _title = newValue } }",
    "persisted private var _title: String",
    "notStored var title: String {computed}"
  ),
  Row("override var tint: Int { 2 }", "notStored override var tint: Int {computed}"),
  Row("override var tint: Int { didSet { f() } }", "notStored override var tint: Int {observed did}"),
  Row("class var c: Int { 1 }", "notStored class var c: Int {computed}"),
  Row("static var s = [A]()", "notStored static var s = [A]()"),
  Row("@Attribute(.ephemeral) var e: Int { 1 }", "notStored @Attribute(.ephemeral) var e: Int {computed}"),
]

private let otherForms: [Row] = [
  Row("#Unique<A>([\\.x, \\.y], [\\.z])", "#Unique<A> [\\.x, \\.y] [\\.z]"),
  Row("#Index<A>(\n  [\\._key],\n  [\\.x, \\.y],\n)", "#Index<A> [\\._key] [\\.x, \\.y]"),
  Row("#Unique<V1.A>([])", "#Unique<V1.A> []"),
  Row(
    "#if DEBUG\nvar a: Int\n#elseif os(Linux) && X\nvar a: Double\n#else\nvar b = 1\n#endif",
    "#if DEBUG",
    "persisted var a: Int",
    "#elseif os(Linux) && X",
    "persisted var a: Double",
    "#else",
    "persisted var b = 1",
    "#endif"
  ),
  Row(
    "#if A\n#if B\nvar x: Int\n#endif\nfunc f() {}\n#endif",
    "#if A",
    "#if B",
    "persisted var x: Int",
    "#endif",
    "other",
    "#endif"
  ),
  Row("enum Kind: String, Codable { case a, b; var id: Self { self } }", "other"),
  Row(
    "private enum CodingKeys: CodingKey { case a }\nstruct S { var x: Int }\ntypealias T = [String: Int]",
    "other",
    "other",
    "other"
  ),
  Row(
    "static let all = [1, 2]\nstatic func f() -> Predicate<A> { #Predicate { $0.x == 1 } }",
    "notStored static let all = [1, 2]",
    "other"
  ),
  Row(
    "static func == (l: A, r: A) -> Bool { l === r }\nfunc hash(into h: inout Hasher) { h.combine(x) }",
    "operator ==",
    "other"
  ),
  Row("static func < (l: A, r: A) -> Bool { l.x < r.x }", "operator <"),
  Row("init() {}", "init"),
  Row("required init(from decoder: any Decoder) throws { self.x = 1 }", "init"),
  Row("convenience init?(x: Int = { 1 }()) { self.init() }", "convenience init"),
  Row("private init<T: P>(_ t: T) async throws(E) where T: Q { x = 1 }", "init"),
  Row("deinit { print(\"}\") }", "other"),
  Row("subscript(i: Int) -> Int { get { i } set { } }", "other"),
  Row("func f(_ x: Int = 1, g: () -> Void = {}) async -> [Int] { var y = x; return [y] }", "other"),
  Row("class func make() -> A { A() }\nfinal class Inner { var x = 1 }", "other", "other"),
  Row("/* var a: Int /* nested */ */ // @Attribute var b: Int", []),
  Row("@MainActor func f() {}\n@discardableResult\nfunc g() -> Int { 1 }", "other", "other"),
]

extension Row {
  fileprivate init(_ body: String, _ members: [String]) {
    self.body = body
    self.members = members
  }
}
