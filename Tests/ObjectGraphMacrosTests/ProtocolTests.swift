import Testing

@testable import ObjectGraphMacros

@Suite struct ProtocolTests {
  private func answer(_ text: String) throws -> JSONValue {
    var handler = RequestHandler()
    return try JSONReader.read(handler.answer(Array(text.utf8)))
  }

  private func message(_ answer: JSONValue) -> String {
    answer["expandMacroResult"]?["diagnostics"]?.arrayValue?.first?["message"]?.stringValue ?? "no message"
  }

  @Test func `the capability request is answered with the version`() throws {
    let answer = try answer(#"{"getCapability":{"capability":{"protocolVersion":7}}}"#)
    #expect(answer["getCapabilityResult"]?["capability"]?["protocolVersion"]?.intValue == 7)
  }

  @Test func `an unknown request is answered with an error that names it`() throws {
    #expect(message(try answer(#"{"brewCoffee":{}}"#)).contains("'brewCoffee' is not known"))
  }

  @Test(arguments: [
    "", "{", "[1, 2", "{\"a\" 1}", "{\"a\": tru}", "\"abc", "{\"a\": 1} x", "nul", "{\"a\":[1,]}", "\u{0}",
    "{a: 1}",
  ])
  func `malformed JSON is answered with an error that says where`(_ text: String) throws {
    #expect(message(try answer(text)).contains("malformed JSON at byte"))
  }

  @Test(arguments: ["[]", "1", "{}", "{\"a\":1,\"b\":2}"])
  func `JSON that is no request is answered with an error`(_ text: String) throws {
    #expect(message(try answer(text)).contains("no object with one member"))
  }

  @Test func `JSON nested without end is refused`() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: JSONReader.Failure.self) { try JSONReader.read(Array(text.utf8)) }
  }

  @Test(arguments: ["{}", #"{"macro":{}}"#, #"{"macro":{"typeName":"ModelMacro"}}"#])
  func `an expansion request without its parts is answered with an error`(_ body: String) throws {
    let answer = try answer("{\"expandAttachedMacro\":\(body)}")
    #expect(message(answer).contains("ObjectGraphMacros could not expand this"))
  }

  @Test func `a failure is shown at the attribute`() throws {
    let request = #"""
      {"expandAttachedMacro":{"macro":{"typeName":"NoMacro"},"macroRole":"member",
      "attributeSyntax":{"source":"\n  @Odd","location":{"fileName":"f.swift","offset":40}},
      "declSyntax":{"source":"\n  @Odd class A {}","location":{"fileName":"f.swift","offset":40}}}}
      """#
    let diagnostic = try answer(request)["expandMacroResult"]?["diagnostics"]?.arrayValue?.first
    #expect(diagnostic?["message"]?.stringValue?.contains("no macro 'NoMacro'") == true)
    #expect(diagnostic?["position"]?["fileName"]?.stringValue == "f.swift")
    #expect(diagnostic?["position"]?["offset"]?.intValue == 43)
  }

  @Test func `a request of the compiler is expanded with positions in the file`() throws {
    let request = #"""
      {"expandAttachedMacro":{"macro":{"moduleName":"M","name":"Model","typeName":"ModelMacro"},
      "macroRole":"member","discriminator":"$s1","lexicalContext":[{"source":"enum V1 {}"}],
      "conformanceListSyntax":{"source":"struct Placeholder: PersistentModel {}","location":{"offset":0}},
      "staticBuildConfiguration":"{\"attributes\":[\"x\\\\\"]}",
      "attributeSyntax":{"source":"@Model","location":{"fileName":"f.swift","offset":100}},
      "declSyntax":{"source":
      "\n\t@Model class A {\n  lazy var \u00e9\u0301 = \"\ud83d\ude42\" // \/\n init() {} }",
      "location":{"fileName":"f.swift","offset":100}}}}
      """#
    let result = try answer(request)["expandMacroResult"]
    #expect(result?["expandedSource"]?.stringValue?.contains("_$header") == true)
    let diagnostic = result?["diagnostics"]?.arrayValue?.first
    #expect(diagnostic?["severity"]?.stringValue == "error")
    #expect(diagnostic?["position"]?["offset"]?.intValue == 121)
    let range = diagnostic?["fixIts"]?.arrayValue?.first?["changes"]?.arrayValue?.first?["range"]
    #expect(range?["startOffset"]?.intValue == 121)
    #expect(range?["endOffset"]?.intValue == 121)
  }

  @Test(arguments: ["AttributeMacro", "RelationshipMacro", "TransientMacro"])
  func `marker attributes expand to nothing`(_ name: String) throws {
    let request = ExpansionRequest(typeName: name, role: "peer", declaration: SourceText("var a = 1"))
    let expansion = try expand(request)
    #expect(expansion.source.isEmpty && expansion.diagnostics.isEmpty)
  }

  @Test func `freestanding markers expand to nothing`() throws {
    for name in ["Unique", "Index"] {
      let answer = try answer(
        """
        {"expandFreestandingMacro":{"macro":{"typeName":"\(name)Macro"},"macroRole":"declaration",
        "syntax":{"source":"#\(name)<A>([])","location":{"fileName":"f","offset":1}}}}
        """
      )
      #expect(answer["expandMacroResult"]?["expandedSource"]?.stringValue == "")
      #expect(answer["expandMacroResult"]?["diagnostics"]?.arrayValue?.isEmpty == true)
    }
  }

  @Test(arguments: ["plain", "a\"b\\c\n\t\r\u{1}", "é🙂", "", "\u{7F}\u{2028}"])
  func `text survives writing and reading`(_ text: String) throws {
    var writer = JSONWriter()
    writer.object { $0.field("k", text) }
    #expect(try JSONReader.read(writer.bytes)["k"]?.stringValue == text)
  }

  @Test(arguments: [
    (#"\u0041\u00e9"#, "Aé"), (#"\ud83d\ude42!"#, "🙂!"), (#"\ud83d"#, "\u{FFFD}"), (#"\u12"#, "\u{12}"),
    (#"\b\f\/\\"#, "\u{8}\u{C}/\\"), (#"x\ny"#, "x\ny"),
  ])
  func `escapes are resolved`(_ escaped: String, _ expected: String) {
    let bytes = Array(escaped.utf8)
    #expect(JSONReader.unescape(bytes[...]) == expected)
  }

  @Test func `numbers and words are read`() throws {
    let value = try JSONReader.read(Array(#"{"a":-12.0,"b":[true,false,null],"c":1e3,"d":0.5}"#.utf8))
    #expect(value["a"]?.intValue == -12)
    #expect(value["b"]?.arrayValue?.count == 3)
    #expect(value["c"]?.intValue == 1000)
    #expect(value["d"]?.intValue == nil)
  }
}
