import Testing

@testable import ObjectGraphMacros

@Suite struct LexerTests {
  @Test(arguments: [
    ("var x: Int = 1", "var | x | : | Int | = | 1"),
    ("a // b\nc /* d /* e */ f */ g", "a | c | g"),
    ("x/*c*/y", "x | y"),
    ("`default` `my name`", "`default` | `my name`"),
    ("éclair 変数 $0 _x", "éclair | 変数 | $0 | _x"),
    ("a ≠ b", "a | ≠ | b"),
    (
      "1.5 0x1F 1_000 1e-5 0x1p+3 3.foo 1...5",
      "1.5 | 0x1F | 1_000 | 1e-5 | 0x1p+3 | 3 | . | foo | 1 | ... | 5"
    ),
    ("a.b..<c", "a | . | b | ..< | c"),
    ("Int?? a ?? b x!= y", "Int | ? | ? | a | ?? | b | x | ! | = | y"),
    ("a -> b", "a | -> | b"),
    ("f(-x, +1)", "f | ( | - | x | , | + | 1 | )"),
    ("a+/* c */b", "a | + | b"),
    (#"\.name \Trip.name"#, #"\ | . | name | \ | Trip | . | name"#),
    ("#if os(Linux)", "#if | os | ( | Linux | )"),
    ("#Unique<A>", "#Unique | < | A | >"),
    ("@Model", "@ | Model"),
  ])
  func `text is cut into tokens`(_ text: String, _ expected: String) {
    #expect(tokens(text) == expected)
  }

  @Test(arguments: [
    #""plain""#, #""a \" b""#, #""a \\""#, #""\(x)""#, #""\(f(")"))""#, #""\(a ? "x" : "y(")""#,
    #""\(Kind.a) 🙂""#, ##"#"raw " ) quote"#"##, ##"#"\#(x + ")") "#"##,
    "\"\"\"\n a \" b \"\" c\n \\(d) \n\"\"\"",
    "#\"\"\"\n \"\"\" \\( \n\"\"\"#", "\"\"", #""/* no comment */ // none""#, "##\"a \"# b\"##",
    ##"#"""#"##, "\"\\(\"\\(\"\\(1)\")\")\"",
  ])
  func `a string literal is one token`(_ literal: String) {
    #expect(tokens("x = \(literal) + y") == "x | = | \(literal) | + | y")
  }

  @Test(arguments: ["/a(b)c/", #"/\/[/)]x/"#, "#/a / b/#", "#/\n  x \\/ y\n/#", "/ab+/"])
  func `a regex literal is one token`(_ literal: String) {
    #expect(tokens("x = \(literal)\ny") == "x | = | \(literal) | y")
  }

  @Test(arguments: [
    ("a / b / c", "a | / | b | / | c"), ("f(a) / 2", "f | ( | a | ) | / | 2"),
    ("x = a/b/c", "x | = | a | / | b | / | c"),
  ])
  func `a division is no regex literal`(_ text: String, _ expected: String) {
    #expect(tokens(text) == expected)
  }

  @Test(arguments: [
    "\"abc", "\"\"\"\nabc", "`abc", "/* abc", "#\"abc\"", "\"\\(abc", "\"\\", "#/abc", "#", "\\",
  ])
  func `unfinished text ends without a trap`(_ text: String) {
    #expect(tokens(text + "\n").utf8.count <= text.utf8.count + 16)
    #expect(tokens(text).utf8.count <= text.utf8.count + 16)
  }

  @Test func `line breaks inside block comments count as line breaks`() {
    var lexer = Lexer(SourceText("a /* \n */ b"))
    _ = lexer.next()
    #expect(lexer.next().hasLineBreakBefore)
  }

  @Test func `every prefix of a class is lexed and split without a trap`() {
    let text = Array(
      ##"""
      @Model(originalName: "x") final class A<T>: B where T: C { #if X
      @Relationship(deleteRule: .cascade, inverse: \A.b?.c) var b: [A<B?>]! = [/x/, #"a\#(b)"#]
        { didSet(o) { f() } }
      #endif
      #Unique<A>([\.x], [\A.y]) ; var a, b: Int = 1 ; init() {} /* c */ // d
      }
      """##.utf8
    )
    for count in 0...text.count {
      let prefix = String(decoding: text[..<count], as: UTF8.self)
      _ = try? expandMembers(prefix)
      _ = try? expandProperty(prefix, role: "accessor")
    }
  }
}
