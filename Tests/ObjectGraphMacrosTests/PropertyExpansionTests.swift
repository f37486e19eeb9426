import Testing

@testable import ObjectGraphMacros

@Suite struct PropertyExpansionTests {
  @Test(arguments: [
    (
      "var name: String",
      ["_$_name = ObjectGraph._slot((String).self)", "_$needsValue_name: ObjectGraph._NeedsValue"]
    ),
    ("public var name: String = \"x\" // c", ["_$_name = ObjectGraph._slot((String).self)"]),
    ("@Attribute(.unique) private(set) var n: Int?", ["_$_n = ObjectGraph._slot((Int?).self)"]),
    ("var n: Int!", ["_$_n = ObjectGraph._slot((Swift.Optional<Int>).self)"]),
    ("var n: Optional<Int>", ["_$_n = ObjectGraph._slot((Optional<Int>).self)"]),
    ("var n: Swift.Optional < Int >= nil", ["_$_n = ObjectGraph._slot((Swift.Optional < Int >).self)"]),
    ("var cost = 0.0", ["_$_cost = ObjectGraph._slot(of: 0.0)"]),
    ("var `default`: Int = 1", ["_$_default = ObjectGraph._slot((Int).self)"]),
    ("var `my x` = 1", ["`_$_my x` = ObjectGraph._slot(of: 1)"]),
    ("var a: any P = x", ["_$_a = ObjectGraph._slot((any P).self)"]),
    (
      "var n: Int = 1 { didSet { f() } }",
      ["_$_n = ObjectGraph._slot((Int).self)", "_$observing_n = false"]
    ),
  ])
  func `a property gets its slot`(_ declaration: String, _ expected: [String]) throws {
    let lines = try expandProperty(declaration, role: "peer").split(separator: "\n")
    #expect(lines.map(String.init) == expected.map { "nonisolated(unsafe) private final var " + $0 })
  }

  @Test func `accessors go to the survivor or to the slot`() throws {
    #expect(
      try expandProperty("/// Doc\nvar name: String", role: "accessor").trimmedLines
        == """
        @storageRestrictions(initializes: _$_name, _$needsValue_name)
        init(initialValue) {
        _$_name = .init(initialValue)
        _$needsValue_name = .init()
        }
        get {
        if _$header.isForwarding, let survivor = ObjectGraph._survivor(of: self) {
        return survivor.name
        }
        return _$_name.get(self, Self._$index(3))
        }
        set {
        if _$header.isForwarding, let survivor = ObjectGraph._survivor(of: self) {
        survivor.name = newValue
        return
        }
        if let slot = _$_name.willSet(self, Self._$index(3), newValue) {
        _$_name = slot
        slot.didSet(self, Self._$index(3))
        }
        }
        _modify {
        if _$header.isForwarding, let survivor = ObjectGraph._survivor(of: self) {
        yield &survivor.name
        return
        }
        var value = _$_name.beginModify(self, Self._$index(3))
        _$_name.vacate()
        defer {
        _$_name.refill(value)
        _$_name.endModify(self, Self._$index(3), value)
        }
        yield &value
        }
        """.trimmedLines
    )
  }

  @Test func `a property with a value needs no marker`() throws {
    let source = try expandProperty("var name = 1", role: "accessor")
    #expect(source.contains("@storageRestrictions(initializes: _$_name)\n"))
    #expect(!source.contains("needsValue"))
  }

  @Test func `a name in back-ticks keeps them where the property is named`() throws {
    let source = try expandProperty("var `default`: Int = 1", role: "accessor")
    #expect(source.contains("return survivor.`default`\n"))
    #expect(source.contains("_$_default.get(self"))
  }

  @Test(arguments: [
    ("var a: Int", false), ("var a: Date? ", false), ("var a = 1.5", false), ("var a = -1", false),
    ("var a = true", false), ("var a: String", true), ("var a: [Int]", true), ("var a: B?", true),
    ("var a = f()", true), ("var a = \"\"", true),
  ])
  func `a value of fixed size is not changed in place`(_ declaration: String, _ modifies: Bool) throws {
    #expect(try expandProperty(declaration, role: "accessor").contains("_modify") == modifies)
  }

  @Test func `an index behind conditional blocks asks for their size`() throws {
    let source = try expandProperty("var a = 1", role: "accessor", arguments: "2, after: 0, 4")
    #expect(source.contains("Self._$index(2 + Self._$conditional(0) + Self._$conditional(4))"))
  }

  @Test func `observers run around the store`() throws {
    let source = try expandProperty(
      "var n: Int { willSet(next) { a(next) } didSet { if oldValue > n { return }\n b() // end\n } }",
      role: "accessor"
    )
    #expect(!source.contains("_modify"))
    #expect(
      source.trimmedLines.suffix(30)
        == """
        if _$observing_n {
        if let slot = _$_n.willSet(self, Self._$index(3), newValue) {
        _$_n = slot
        slot.didSet(self, Self._$index(3))
        }
        return
        }
        _$observing_n = true
        defer { _$observing_n = false }
        func _$willSet() {
        let next = newValue
        _ = next
        do { a(next)
        }
        }
        let _$oldValue = _$_n.get(self, Self._$index(3))
        func _$didSet() {
        let oldValue = _$oldValue
        _ = oldValue
        do { if oldValue > n { return }
        b() // end
        }
        }
        _$willSet()
        if let slot = _$_n.willSet(self, Self._$index(3), newValue) {
        _$_n = slot
        slot.didSet(self, Self._$index(3))
        }
        _$didSet()
        }
        """.trimmedLines.suffix(30)
    )
  }

  @Test func `an old value that nobody reads is not read`() throws {
    let source = try expandProperty("var n = 1 { didSet { f() } }", role: "accessor")
    #expect(!source.contains("oldValue"))
  }

  @Test func `a wrong attribute is a failure and no trap`() {
    #expect(throws: PluginFailure.self) { try expandProperty("func f() {}", role: "accessor") }
    #expect(throws: PluginFailure.self) { try expandProperty("var a, b: Int", role: "peer") }
    #expect(throws: PluginFailure.self) { try expandProperty("var a = 1", role: "peer", arguments: "x") }
    #expect(throws: PluginFailure.self) { try expandProperty("var a = 1", role: "body") }
  }
}
