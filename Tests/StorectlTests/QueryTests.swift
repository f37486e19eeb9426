import LogStore
import StoreTool
import Testing

/// Objects asked for in words. The store: 1 a team, 2 a person, 3 a chief (of Person), 4 a tag.
@Suite struct QueryTests {
  private func ids(_ filter: String, _ entity: String = "Person", _ more: [String] = []) throws -> [Int] {
    let store = try SampleStore()
    let run = ToolRun(arguments: ["query", entity, filter, store.path] + more, io: store.io)
    #expect(run.code == .success, "\(filter): \(run.errors)")
    return run.lines.compactMap { Int($0.dropFirst(#"{"id":"#.count).prefix { $0.isNumber }) }
  }

  @Test(arguments: [
    ("", [2, 3]), ("TRUEPREDICATE", [2, 3]), ("falsepredicate", []),
    ("small == -7", [2]), ("small = -7", [2]), ("small != -7", [3]), ("small <> -7", [3]),
    ("small < -6", [2]), ("small <= -7", [2]), ("small =< -7", [2]), ("small > -8", [2]),
    ("small >= -7", [2]),
    ("small => -6", []), ("-8 < small", [2]), ("-7 >= small", [2]), ("-8 == small", []),
    ("small BETWEEN {-7, 0}", [2]), ("small between {-6, 0}", []), ("small IN {1, -7}", [2]),
    ("small IN {}", []),
    ("small IN {nil, 5}", [3]), ("small == nil", [3]), ("small != NULL", [2]),
    ("bool", [2]), ("NOT bool", [3]), ("!bool", [3]), ("bool = YES", [2]), ("bool == NO", []),
    ("bool = true", [2]),
    ("bool AND small = 3 OR text = 'Otto'", [3]), ("bool && (small = 3 || small = -7)", [2]),
    ("text CONTAINS 'tt'", [3]), ("text CONTAINS 'TT'", []), ("text CONTAINS[c] 'TT'", [3]),
    ("text BEGINSWITH 'Ot'", [3]), ("text BEGINSWITH[c] 'ot'", [3]), ("text ENDSWITH 'to'", [3]),
    ("text ENDSWITH[cd] 'TÖ'", [3]), ("text BEGINSWITH 'e'", []), ("text BEGINSWITH[d] 'e'", [2]),
    ("text BEGINSWITH[c] 'É'", [2]), ("text == 'otto'", []), ("text ==[c] 'otto'", [3]),
    ("text !=[c] 'otto'", [2]),
    ("text IN {'Otto', 'Anna'}", [3]), ("text > 'O' AND text < \"P\"", [3]), ("text CONTAINS '\\\"'", [2]),
    ("large = -9223372036854775808", [2]), ("unsigned = 18446744073709551615", [2]), ("unsigned > -1", [2]),
    ("float = 0.1", [2]), ("double = '-Infinity'", [2]), ("decimal = -12.34", [2]), ("decimal < -12", [2]),
    ("date = 700000000.25", [2]), ("date > 2023-03-08", [2]), ("date < '2023-03-08T20:26:41Z'", [2]),
    ("date BETWEEN {2023-03-08T22:26:40+02:00, 2023-03-08T20:26:40.5Z}", [2]), ("date > 2023-03-09", []),
    ("uuid = '00112233-4455-6677-8899-aabbccddeeff'", [2]), ("data = 'AP8Q'", [2]),
    ("data = '0x00ff10'", [2]),
    ("url = 'https://example.org/?q=1'", [2]), ("url CONTAINS 'example'", [2]),
    ("url BEGINSWITH[c] 'HTTPS'", [2]),
    ("address.city = 'Bergen'", [2]), ("address.city CONTAINS[c] 'berg'", [2]), ("address.n = 5", [2]),
    ("address.n != 5", [3]), ("address.n BETWEEN {4, 6}", [2]), ("address.none = nil", [2, 3]),
    ("team.name = 'Fram'", [2, 3]), ("team = 1", [2, 3]), ("team = nil", []), ("team IN {1, 2}", [2, 3]),
    ("team.people.@count = 2", [2, 3]), ("tags.@count > 0", [2, 3]), ("SELF = 3", [3]),
    ("SELF IN {2, 9}", [2]),
    ("ANY tags.text = 'ice'", [2, 3]), ("SOME tags.text = 'snow'", []), ("ALL tags.text = 'ice'", [2, 3]),
    ("NONE tags.text = 'ice'", []), ("ANY tags = 4", [2, 3]), ("ANY tags.people.text = 'Otto'", [2, 3]),
    ("ALL tags.people.text = 'Otto'", []), ("ANY team.people.text BEGINSWITH 'Ot'", [2, 3]),
    ("ANY tags.people.@count = 2", [2, 3]), ("small < large", []), ("#text = 'Otto'", [3]),
  ])
  func `each operator finds what it says`(filter: String, expected: [Int]) throws {
    #expect(try ids(filter) == expected, "\(filter)")
  }

  @Test func `arguments take the kind of what they are compared with`() throws {
    let arguments = ["--arg", "n=-7", "--arg", "name=Otto"]
    #expect(try ids("small = $n OR text = $name", "Person", arguments) == [2, 3])
    #expect(try ids("date > $day", "Person", ["--arg", "day=2023-03-08"]) == [2])
    #expect(try ids("bool = $on", "Person", ["--arg", "on=YES"]) == [2])
    #expect(try ids("text = $name", "Person", ["--arg", "name=nil"]) == [])
    #expect(try ids("team = $team", "Chief", ["--arg=team=1"]) == [3])
  }

  @Test func `results come in the order, the number and from the place that is asked for`() throws {
    #expect(try ids("", "Person", ["--sort", "text"]) == [3, 2])
    #expect(try ids("", "Person", ["--sort", "text:desc"]) == [2, 3])
    #expect(try ids("", "Person", ["--sort", "team.name,text:asc"]) == [3, 2])
    #expect(try ids("", "Person", ["--sort", "team.name", "--sort", "text:desc"]) == [2, 3])
    #expect(try ids("", "Person", ["--limit", "1"]) == [2])
    #expect(try ids("", "Person", ["--offset", "1", "--limit", "5"]) == [3])
    #expect(try ids("", "Person", ["--limit", "0"]) == [])
  }

  @Test func `an object is printed as dump prints it, in any order`() throws {
    let store = try SampleStore()
    let dump = ToolRun("dump", "--entity", "Person", store.path, io: store.io).lines
    let query = ToolRun("query", "Person", store.path, "--sort", "text", io: store.io).lines
    #expect(query == dump.reversed())
  }

  @Test func `explain says how, and prints no object`() throws {
    let store = try SampleStore()
    let run = ToolRun("query", "Team", "name = 'Fram'", store.path, "--explain", io: store.io)
    #expect(run.output == "source: index on (name), 1 candidates\nfilter: $0.name == \"Fram\"\n")
    let scan = ToolRun("query", "Person", "text CONTAINS[cd] 'x'", store.path, "--explain", io: store.io)
    #expect(scan.output.contains("scan of Person, Chief") && scan.output.contains("CONTAINS[cd]"))
  }

  @Test(arguments: [
    ("smal = 1", "column 1: found 'smal', expected a property of Person; did you mean 'small'?"),
    (
      "small = 1 AND txet = 'a'",
      "column 15: found 'txet', expected a property of Person; did you mean 'text'?"
    ),
    ("team.nam = 'x'", "column 6: found 'nam', expected a property of Team; did you mean 'name'?"),
    (
      "rank = 1",
      "column 1: found 'rank', expected a property of Person, and 'rank' is one of its subentity Chief"
    ),
    ("small = 'x'", "column 9: found ''x'', expected a whole number of 64 bits for 'small'"),
    ("small = 1.5", "column 9: found '1.5', expected a whole number of 64 bits for 'small'"),
    ("bool = 3", "column 8: found '3', expected YES or NO for 'bool'"),
    ("date = 'yesterday'", "a date as 2024-05-17T09:30:00Z, or seconds since 2001 for 'date'"),
    ("date = 2023-02-29", "column 8: found '2023-02-29', expected a date"),
    ("text = Otto", "column 8: found 'Otto', expected a property of Person"),
    ("text = 'Otto", "column 8: found a text without end, expected ' at its end"),
    ("text LIKE 'O*'", "column 6: found 'LIKE', expected CONTAINS, BEGINSWITH or ENDSWITH"),
    ("text CONTAIN 'O'", "column 6: found 'CONTAIN'"), ("text CONTAIN 'O'", "did you mean 'CONTAINS'?"),
    ("text CONTAINS[x] 'O'", "column 15: found 'x', expected c, d or cd"),
    ("small CONTAINS 'O'", "column 1: found 'small', expected a text"),
    ("small", "column 6: found the end, expected an operator behind 'small'"),
    ("small = ", "column 9: found the end, expected a property or a value"),
    ("(small = 1", "column 11: found the end, expected ')'"),
    ("small = 1)", "column 10: found ')', expected AND"),
    ("small BETWEEN {1}", "1 bounds behind BETWEEN"), ("small IN 1", "column 10: found '1', expected '{'"),
    ("tags.text = 'a'", "column 1: found 'tags.text', expected ANY, ALL or NONE in front"),
    ("ANY team.name = 'a'", "column 5: found 'team.name', expected a path with a to-many"),
    ("team < 3", "column 6: found '<', expected = or !="), ("small < nil", "nil has no order"),
    ("text.length = 3", "column 6: found 'length' behind the string 'text'"),
    ("small = text", "column 9: found 'text', expected a value of the kind of 'small'"),
    ("small = $n", "column 9: found '$n', expected a constant"), ("small ~ 3", "column 7: found '~'"),
    ("1 = 1", "column 1: found '1', expected a property on one side"), ("AND", "column 1: found 'AND'"),
    ("text = '\\q'", "column 9: found '\\q'"), ("uuid = '1-2'", "a UUID in quotes"),
    ("text = nil x", "column 12"),
  ])
  func `what is not understood is told with its column, what was found and what is expected`(
    filter: String,
    message: String
  ) throws {
    let store = try SampleStore()
    let run = ToolRun("query", "Person", filter, store.path, io: store.io)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test(
    arguments: [
      (["Persno", "", "S"], "did you mean 'Person'"),
      (["Person", "S", "--sort", "txt"], "did you mean 'text'"),
      (["Person", "S", "--sort", "text:down"], "'asc' or 'desc'"),
      (["Person", "S", "--sort", "team"], "an attribute"),
      (["Person", "S", "--arg", "a=1"], "no filter"),
      (["Person", "small = $a", "S", "--arg", "b=1"], "'$a'"),
      (["Person", "small = 1", "S", "--arg", "b=1"], "does not mention $b"),
      (["Person", "small = $a", "S", "--arg", "a"], "NAME=VALUE"),
      (["Person", "small = $ab", "S", "--arg", "abc=1"], "did you mean 'abc'"),
      (["Person", "a=$a", "S", "--arg", "a=1", "--arg", "a=2"], "twice"),
      (["Person", "S", "--limit", "-1"], "--limit"),
    ] as [([String], String)]
  )
  func `options that make no sense are refused in words`(arguments: [String], message: String) throws {
    let store = try SampleStore()
    let run = ToolRun(arguments: ["query"] + arguments.map { $0 == "S" ? store.path : $0 }, io: store.io)
    #expect(run.code == .usage && run.errors.contains(message), "\(run.errors)")
  }

  @Test func `deep nesting is refused, and not by a crash`() throws {
    let store = try SampleStore()
    let filter = String(repeating: "(", count: 5000) + "bool" + String(repeating: ")", count: 5000)
    let run = ToolRun("query", "Person", filter, store.path, io: store.io)
    #expect(run.code == .usage && run.errors.contains("200"))
  }
}
