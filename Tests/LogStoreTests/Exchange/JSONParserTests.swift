import LogStore
import Testing

@Suite struct JSONParserTests {
  /// The value in a form that can be compared.
  private func parsed(_ text: String) -> String {
    do throws(LoadError) {
      return describe(try JSONParser.parse(Array(text.utf8)))
    } catch {
      return "\(error.column ?? 0): \(error.found)"
    }
  }

  private func describe(_ node: JSONNode) -> String {
    switch node.value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text): text
    case .string(let text): "<\(text)>"
    case .array(let nodes): "[" + nodes.map(describe).joined(separator: " ") + "]"
    case .object(let members):
      "{" + members.map { "\($0.key)@\($0.offset)=\(describe($0.value))" }.joined(separator: " ") + "}"
    }
  }

  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("-0.5e+10", "-0.5e+10"), ("0", "0"), ("[]", "[]"), ("{}", "{}"),
    ("[1, 2,[3]]", "[1 2 [3]]"), (#"{"a":{"b":null}, "a":1}"#, "{a@1={b@6=null} a@17=1}"),
    (#""\"\\\/\b\f\n\r\té\ud834\udd1e""#, "<\"\\/\u{8}\u{C}\n\r\té𝄞>"), (#""é𝄞""#, "<é𝄞>"), (#""""#, "<>"),
  ])
  func `what is JSON is read`(text: String, value: String) { #expect(parsed(text) == value) }

  @Test(arguments: [
    ("", "1: a value is missing; the line ends"), ("nul", "1: a value is missing; 'n' is there"),
    ("01", "2: more stands behind the value"), ("-", "2: a digit is missing; the line ends"),
    ("1.", "3: a digit is missing; the line ends"), ("1e+", "4: a digit is missing; the line ends"),
    ("+1", "1: a value is missing; '+' is there"), ("[1,]", "4: a value is missing; ']' is there"),
    ("[1", "3: ',' is missing or ']' in an array; the line ends"),
    ("{\"a\"}", "5: ':' is missing behind a name; '}' is there"),
    ("{\"a\":1,}", "8: a name in quotes is missing; '}' is there"),
    ("{a:1}", "2: a name in quotes is missing; 'a' is there"),
    ("\"a", "3: the line ends in a string"), ("\"\t\"", "2: byte 9 in a string, which has to be escaped"),
    (#""\x""#, "2: an escape that JSON does not have"),
    (#""\u12g4""#, "6: four hexadecimal digits are missing; 'g' is there"),
    (#""\ud800\u0041""#, "2: half of a surrogate pair"), (#""\udc00""#, "2: half of a surrogate pair"),
    ("NaN", "1: a value is missing; 'N' is there"), ("\u{FEFF}1", "1: a value is missing; byte 239 is there"),
  ])
  func `what is not JSON is refused where it ends to be`(text: String, failure: String) {
    #expect(parsed(text) == failure)
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
      #expect(throws: LoadError.self) { try JSONParser.parse([0x22] + bytes + [0x22]) }
    }
  }

  @Test func `no bytes make it trap`() {
    let seed = UInt64.random(in: 1 ... .max)
    var state = seed
    let letters = Array(#"{}[]":,\u0dDe+-.1ntf "#.utf8) + [0xC3, 0xA9, 0]
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var pick = state
      let line = (0..<Int(state >> 59)).map { _ -> UInt8 in
        pick = pick &* 2_862_933_555_777_941_757 &+ 3_037_000_493
        return letters[Int((pick >> 40) % UInt64(letters.count))]
      }
      do throws(LoadError) {
        _ = try JSONParser.parse(line)
      } catch {
        #expect(error.column ?? 0 <= line.count + 1, "seed \(seed)")
      }
    }
  }
}
