import Testing

@testable import ObjectGraphMacros

@Suite struct ModelExpansionTests {
  private let trip = #"""
    @Model(originalName: "Voyage") public class Trip {
      @Attribute(.unique, originalName: "title") public var name: String
      public var start: Date = .now
      @Relationship(deleteRule: .deny, inverse: \Stop.trip) public var stops: [Stop] = []
      var owner: Person?
      var cost = 0.0
      @Transient var cache: Int = 0
      var double: Double { cost * 2 }
      #Unique<Trip>([\.name, \.owner?.id], [\Trip.start])
      #Index<Trip>([\.`default`])
      public init(name: String) { self.name = name }
    }
    """#

  @Test func `a root class gets its header, initializer, codec and description`() throws {
    let expansion = try expandMembers(trip)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source == #"""
        nonisolated(unsafe) public final var _$header = ObjectGraph._ModelHeader()
        nonisolated public required init(_$backing: ObjectGraph._Backing) {
          _$header = .init(_$backing)
          _$_name = .init()
          _$needsValue_name = .init()
          _$_start = .init()
          _$_stops = .init()
          _$_owner = .init()
          _$_cost = .init()
        }
        nonisolated public func _$encode(into record: inout ObjectGraph._RecordEncoder) {
          _$_name.encode(into: &record)
          _$_start.encode(into: &record)
          _$_stops.encode(into: &record)
          _$_owner.encode(into: &record)
          _$_cost.encode(into: &record)
        }
        nonisolated public func _$decode(from record: inout ObjectGraph._RecordDecoder) {
          _$_name.decode(from: &record)
          _$_start.decode(from: &record)
          _$_stops.decode(from: &record)
          _$_owner.decode(from: &record)
          _$_cost.decode(from: &record)
        }
        nonisolated public func _$visit(_ visitor: inout ObjectGraph._SlotVisitor) {
          visitor.visit(_$_name, Self._$index(0))
          visitor.visit(_$_start, Self._$index(1))
          visitor.visit(_$_stops, Self._$index(2))
          visitor.visit(_$_owner, Self._$index(3))
          visitor.visit(_$_cost, Self._$index(4))
        }
        nonisolated public class func _$describe(into schema: inout ObjectGraph._EntityBuilder) {
          schema.entity(Trip.self, name: "Trip", originalName: "Voyage", abstract: false)
          schema.attribute("name", ObjectGraph._slot((String).self), .unique, originalName: "title")
          schema.property("start", ObjectGraph._slot((Date).self))
          schema.relationship("stops", ObjectGraph._slot(([Stop]).self), deleteRule: .deny, inverse: "trip")
          schema.property("owner", ObjectGraph._slot((Person?).self))
          schema.property("cost", ObjectGraph._slot(of: 0.0), default: 0.0)
          schema.keyPaths(_$keyPaths(Trip.self))
          schema.unique([["name", "owner.id"], ["start"]])
          schema.index([["default"]])
        }
        nonisolated public static func _$keyPaths<_$M: Trip>(_ type: _$M.Type) -> [Swift.AnyKeyPath?] {
          var paths: [Swift.AnyKeyPath?] = []
          guard type == Trip.self else {
          paths.append(\_$M.name)
          paths.append(\_$M?.?.name)
          paths.append(\_$M.start)
          paths.append(\_$M?.?.start)
          paths.append(\_$M.stops)
          paths.append(\_$M?.?.stops)
          paths.append(\_$M.owner)
          paths.append(\_$M?.?.owner)
          paths.append(\_$M.cost)
          paths.append(\_$M?.?.cost)
          return paths
          }
          paths.append(\Trip.name)
          paths.append(\Trip?.?.name)
          paths.append(\Trip.start)
          paths.append(\Trip?.?.start)
          paths.append(\Trip.stops)
          paths.append(\Trip?.?.stops)
          paths.append(\Trip.owner)
          paths.append(\Trip?.?.owner)
          paths.append(\Trip.cost)
          paths.append(\Trip?.?.cost)
          return paths
        }
        nonisolated private static func _$index(_ own: Swift.Int) -> Swift.Int { own }
        nonisolated public class var _$next: Swift.Int { 5 }
        """#
    )
  }

  @Test func `a subclass calls its superclass first and has no header`() throws {
    let text = "@Model final class Work: Trip { var boss: Int; init() { boss = 1; super.init() } }"
    let expansion = try expandMembers(text, root: false)
    #expect(
      expansion.source == #"""
        nonisolated required init(_$backing: ObjectGraph._Backing) {
          _$_boss = .init()
          _$needsValue_boss = .init()
          super.init(_$backing: _$backing)
        }
        nonisolated override func _$encode(into record: inout ObjectGraph._RecordEncoder) {
          super._$encode(into: &record)
          _$_boss.encode(into: &record)
        }
        nonisolated override func _$decode(from record: inout ObjectGraph._RecordDecoder) {
          super._$decode(from: &record)
          _$_boss.decode(from: &record)
        }
        nonisolated override func _$visit(_ visitor: inout ObjectGraph._SlotVisitor) {
          super._$visit(&visitor)
          visitor.visit(_$_boss, Self._$index(0))
        }
        nonisolated override class func _$describe(into schema: inout ObjectGraph._EntityBuilder) {
          super._$describe(into: &schema)
          schema.entity(Work.self, name: "Work", originalName: "", abstract: false)
          schema.property("boss", ObjectGraph._slot((Int).self))
          schema.keyPaths(_$keyPaths(Work.self))
        }
        nonisolated static func _$keyPaths(_ type: Work.Type) -> [Swift.AnyKeyPath?] {
          var paths = super._$keyPaths(type)
          paths.append(\Work.boss)
          paths.append(\Work?.?.boss)
          return paths
        }
        nonisolated private static func _$index(_ own: Swift.Int) -> Swift.Int { super._$next + own }
        nonisolated override class var _$next: Swift.Int { super._$next + 1 }
        """#
    )
  }

  @Test(arguments: [
    ("class Sub: Base {}", false), ("class Sub: Base { var x = 1; var y: Int? }", false),
    ("class Sub: Base { var x = 1; convenience init(q: Int) { self.init() } }", false),
    ("class Sub: Base { var x: Int; init(x: Int) { self.x = x; super.init() } }", true),
    ("class Sub: Base { override init() { super.init() } }", true),
  ])
  func `a subclass keeps the initializers it inherits`(_ text: String, _ writes: Bool) throws {
    let source = try expandMembers("@Model " + text, root: false).source
    #expect(source.contains("init(_$backing") == writes)
  }

  @Test func `a root class without initializers keeps its empty one`() throws {
    #expect(try expandMembers("@Model class A { var x = 1; var y: Int? }").source.contains("\ninit() {\n}"))
    #expect(
      try !expandMembers("@Model class A { var x = 1; init(x: Int) {} }").source.contains("\ninit() {\n}")
    )
  }

  @Test(arguments: [
    ("@Model public class A { init() {} }", "nonisolated public func _$encode"),
    ("@Model open class A { init() {} }", "nonisolated open func _$encode"),
    ("@Model open class A { init() {} }", "nonisolated public required init"),
    ("@Model open class A { init() {} }", "nonisolated open class var _$next"),
    ("@Model package class A { init() {} }", "nonisolated package func _$encode"),
    ("@Model private class A { init() {} }", "nonisolated func _$encode"),
    ("@Model final class A { init() {} }", "nonisolated static func _$describe"),
    ("@Model class A { init() {} }", "nonisolated class func _$describe"),
  ])
  func `generated members have the access of the class`(_ text: String, _ expected: String) throws {
    #expect(try expandMembers(text).source.contains(expected))
  }

  @Test func `a class in a public extension is public`() throws {
    let source = try expandMembers("@Model class A { init() {} }", context: ["public extension V1 {}"]).source
    #expect(source.contains("nonisolated public func _$encode"))
    let own = try expandMembers("@Model internal class A { init() {} }", context: ["public extension V1 {}"])
    #expect(own.source.contains("nonisolated func _$encode"))
  }

  @Test(arguments: [
    ("@Attribute var a: Int?", #"schema.attribute("a", ObjectGraph._slot((Int?).self))"#),
    ("@Attribute(.unique,) var a: Int?", #"schema.attribute("a", ObjectGraph._slot((Int?).self), .unique)"#),
    ("@Relationship var a: B?", #"schema.relationship("a", ObjectGraph._slot((B?).self))"#),
    (
      "@Relationship(inverse: nil) var a: B?",
      #"schema.relationship("a", ObjectGraph._slot((B?).self), inverse: nil)"#
    ),
    (
      #"@Relationship(inverse: \V1.B.`as`) var a: B?"#,
      #"schema.relationship("a", ObjectGraph._slot((B?).self), inverse: "as")"#
    ),
    (
      #"@Relationship(inverse: \B.owner!) var a: B?"#,
      #"schema.relationship("a", ObjectGraph._slot((B?).self), inverse: "owner")"#
    ),
    ("var a: B!", #"schema.property("a", ObjectGraph._slot((Swift.Optional<B>).self))"#),
    ("var a = [Pet] () // x", #"schema.property("a", ObjectGraph._slot(of: [Pet] ()))"#),
    ("var `default`: Int = f()", #"schema.property("default", ObjectGraph._slot((Int).self))"#),
    ("var `my \"x\"`: Int = f()", #"schema.property("my \"x\"", ObjectGraph._slot((Int).self))"#),
    ("var a: Int = -1", #"schema.property("a", ObjectGraph._slot((Int).self), default: -1)"#),
    ("var a = true", #"schema.property("a", ObjectGraph._slot(of: true), default: true)"#),
    ("var a = \"x\" // y", #"schema.property("a", ObjectGraph._slot(of: "x"), default: "x")"#),
    (
      "@Attribute(.unique) var a: Int? = 1",
      #"schema.attribute("a", ObjectGraph._slot((Int?).self), default: 1, .unique)"#
    ),
    ("var a: Int? = nil", #"schema.property("a", ObjectGraph._slot((Int?).self))"#),
    ("var a = 1 + 2", #"schema.property("a", ObjectGraph._slot(of: 1 + 2))"#),
    ("var a = \"\\(b)\"", #"schema.property("a", ObjectGraph._slot(of: "\(b)"))"#),
    ("var a: D = .now", #"schema.property("a", ObjectGraph._slot((D).self))"#),
  ])
  func `a property is described with its arguments`(_ property: String, _ statement: String) throws {
    let source = try expandMembers("@Model class A {\n\(property)\ninit() {}\n}").source
    #expect(source.trimmedLines.contains(statement))
  }

  @Test func `comments inside arguments do not swallow code`() throws {
    let text =
      "@Model class A {\n@Attribute(\n.unique, // 1\noriginalName: \"x\" // 2\n) var a: Int?\ninit() {}\n}"
    #expect(
      try expandMembers(text).source.trimmedLines
        .contains(#"schema.attribute("a", ObjectGraph._slot((Int?).self), .unique, originalName: "x")"#)
    )
  }

  @Test func `conditional properties stand under their conditions everywhere`() throws {
    let text = """
      @Model class A {
        var a = 1
        #if DEBUG
        var b = 2
        #if os(Linux)
        var c = 3
        #endif
        #else
        var d: Int = 4
        #endif
        var e = 5
        init() {}
      }
      """
    let source = try expandMembers(text).source
    #expect(
      source.contains(
        """
          _$_a.encode(into: &record)
        #if DEBUG
          _$_b.encode(into: &record)
        #if os(Linux)
          _$_c.encode(into: &record)
        #endif
        #else
          _$_d.encode(into: &record)
        #endif
          _$_e.encode(into: &record)
        """
      )
    )
    #expect(source.contains("visitor.visit(_$_e, Self._$index(1 + Self._$conditional(1)))"))
    #expect(source.contains("_$next: Swift.Int { 2 + Self._$conditional(1) }"))
    #expect(try expandAttribute(text, member: "var c = 3") == "@ObjectGraph._PersistedProperty(2)")
    #expect(try expandAttribute(text, member: "var e = 5") == "@ObjectGraph._PersistedProperty(1, after: 1)")
  }

  @Test func `conditional attributes are described under their conditions`() throws {
    let text = "@Model class A {\n#if X\n@Relationship(deleteRule: .deny)\n#endif\nvar b: B?\ninit() {}\n}"
    #expect(
      try expandMembers(text).source.contains(
        """
        #if X
          schema.relationship("b", ObjectGraph._slot((B?).self), deleteRule: .deny)
        #else
          schema.property("b", ObjectGraph._slot((B?).self))
        #endif
        """
      )
    )
  }

  @Test(arguments: [
    ("class A { var a = 1; init() {} }", false, "nonisolated", #"paths.append(\A.a)"#),
    ("class A { var a = 1; init() {} }", true, "@MainActor", #"paths.append(\A.a)"#),
    ("@MainActor class A { var a = 1; init() {} }", false, "@MainActor", #"paths.append(\A.a)"#),
    ("class A { @DiskActor var a = 1; init() {} }", false, "nonisolated", "paths.append(nil)"),
    ("class A { @available(*, deprecated) var a = 1; init() {} }", false, "nonisolated", "paths.append(nil)"),
    ("class A { var `default` = 1; init() {} }", false, "nonisolated", #"paths.append(\A.`default`)"#),
  ])
  func `key paths are made where the properties can be named`(
    _ text: String,
    _ infersIsolation: Bool,
    _ isolation: String,
    _ line: String
  ) throws {
    let request = ExpansionRequest(
      typeName: "ModelMacro",
      role: "member",
      declaration: SourceText("@Model " + text),
      needsConformance: true,
      infersIsolation: infersIsolation
    )
    let source = try expand(request).source
    #expect(source.contains("nonisolated static func _$keyPaths<") && source.contains(line))
    #expect(source.contains("ObjectGraph._keyPaths { @MainActor in") == (isolation == "@MainActor"))
  }

  @Test func `an actor gets a context, and an initializer if it has none`() throws {
    func expansion(_ text: String) throws -> Expansion {
      try expand(
        ExpansionRequest(typeName: "ModelActorMacro", role: "member", declaration: SourceText(text))
      )
    }
    let full = try expansion("@ModelActor public actor A {}").source
    #expect(full.contains("nonisolated public let modelExecutor: any ObjectGraph.ModelExecutor"))
    #expect(full.contains("public init(modelContainer: ObjectGraph.ModelContainer)"))
    #expect(try !expansion("@ModelActor actor A { init(x: Int) {} }").source.contains("init("))
    #expect(try expansion("@ModelActor class A {}").diagnostics.count == 1)
  }

  @Test func `stored properties get their index and nothing else does`() throws {
    let text =
      "@Model class A { let l = 1; var a: Int; static var s = 1; @Transient var t = 1; var b = 2; "
      + "var c: Int { 1 } }"
    #expect(try expandAttribute(text, member: "var a: Int") == "@ObjectGraph._PersistedProperty(0)")
    #expect(try expandAttribute(text, member: "var b = 2") == "@ObjectGraph._PersistedProperty(1)")
    for member in ["let l = 1", "static var s = 1", "@Transient var t = 1", "var c: Int { 1 }"] {
      #expect(try expandAttribute(text, member: member) == "")
    }
  }

  @Test func `only a root class gets the conformance`() throws {
    #expect(
      try expandExtension("@Model class A {}", type: "N.A").source
        == "nonisolated extension N.A: ObjectGraph.PersistentModel {}"
    )
    #expect(
      try expandExtension("@available(macOS 26, *) @Model class A {}", type: "A").source
        == "@available(macOS 26, *)\nnonisolated extension A: ObjectGraph.PersistentModel {}"
    )
    #expect(try expandExtension("@Model class A: B {}", type: "A", root: false).source == "")
  }

  @Test(arguments: [
    ("class A { var id: UUID = f(); init() {} }", [], false),
    ("class A { private var id: UUID = f(); init() {} }", [], true),
    ("private class A { fileprivate var id: UUID = f(); init() {} }", [], false),
    ("public class A { var id: UUID = f(); init() {} }", [], true),
    ("public class A { public private(set) var id: UUID = f(); init() {} }", [], false),
    ("package class A { public var id: UUID { f() }; init() {} }", [], false),
    ("class A { static var id = 1; private var key = 2; init() {} }", [], false),
    ("class A { private var id: UUID = f(); typealias ID = String; init() {} }", [], false),
    ("class A { @MainActor var id: UUID { f() }; init() {} }", [], true),
    ("class A { var id: UUID = f(); init() {} }", ["InferIsolatedConformances"], true),
    ("class A { nonisolated var id: UUID { f() }; init() {} }", ["InferIsolatedConformances"], false),
    ("nonisolated class A { var id: UUID = f(); init() {} }", ["InferIsolatedConformances"], false),
  ])
  func `an id that generic code cannot use is replaced by the persistent one`(
    _ text: String,
    _ features: [String],
    _ isReplaced: Bool
  ) throws {
    let source = SourceText("@Model " + text)
    let request = ExpansionRequest(
      typeName: "ModelMacro",
      role: "member",
      declaration: source,
      needsConformance: true,
      infersIsolation: !features.isEmpty
    )
    let expansion = try expand(request)
    #expect(expansion.source.contains("typealias ID = ObjectGraph.PersistentIdentifier") == isReplaced)
  }
}
