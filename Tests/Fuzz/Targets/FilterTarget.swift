import LogStore
import LogStoreTesting

/// Text filters and sort keys, and the queries that they are.
struct FilterTarget: FuzzTarget {
  private let snapshot: Snapshot
  private let entity: EntityID

  init() throws {
    let inspection = try StoreInspection(at: FuzzStore.path, io: FuzzStore(.closed).copy(seed: 1))
    snapshot = inspection.snapshot(openingWith: .keyFile(FuzzStore.keyPath))
    guard let person = snapshot.catalog.entity(named: "Person") else { throw FuzzViolation("no entity") }
    entity = person.id
  }

  func input(_ random: inout SimulatedRandomness) -> [UInt8] { Array(Self.text(&random).utf8) }

  private static let paths =
    FuzzStore.kinds.map(\.0) + [
      "SELF", "team", "team.name", "team.secret", "team.picture", "tags", "tags.@count", "tags.word",
      "team.people.@count",
      "address.city", "address.none.none", "#text", "rank", "nothing", "team.team", "text.length", "@count",
      "$a", "$b",
    ]
  private static let constants = [
    "1", "-1", "18446744073709551615", "9223372036854775808", "1e400", "0.5", "1e-5", "0x10", "'a'", "\"b\"",
    "'e\u{301}'",
    "YES", "false", "NIL", "null", "2024-05-17T09:30:00Z", "2024-02-30", "99999999-01-01", "'0x0aff'",
    "'AAAA'",
    "'00112233-4455-6677-8899-AABBCCDDEEFF'", "{1, 2}", "{}", "{'a', 'b'}", "'", "$a", "'\\''", "1.2.3", "٣",
    "SELF",
  ]
  private static let operators = [
    "=", "==", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>", "=[c]", "==[cd]", "!=[d]", "CONTAINS",
    "CONTAINS[cd]",
    "BEGINSWITH", "beginswith[c]", "ENDSWITH[d]", "IN", "BETWEEN", "LIKE", "MATCHES",
  ]

  /// A condition, mostly one that can be understood.
  static func text(_ random: inout SimulatedRandomness) -> String {
    if random.once(in: 200) {
      return String(repeating: random.one(of: ["(", "NOT ", "! ", "((1"]), count: random.below(3000))
    }
    var text = condition(depth: 0, &random)
    guard random.once(in: 3), !text.isEmpty else { return text }
    for _ in 0..<1 + random.below(3) {
      let place = text.index(text.startIndex, offsetBy: random.below(text.count))
      switch random.below(4) {
      case 0: text.remove(at: place)
      case 1: text.insert(contentsOf: random.text(2), at: place)
      case 2: text.insert(contentsOf: random.one(of: paths + constants + operators), at: place)
      default: text = String(text[..<place])
      }
      if text.isEmpty { return text }
    }
    return text
  }

  private static func condition(depth: Int, _ random: inout SimulatedRandomness) -> String {
    let (path, comparison) = (random.one(of: paths), random.one(of: operators))
    let (first, second) = (random.one(of: constants), random.one(of: constants))
    switch random.below(depth > 4 ? 8 : 12) {
    case 0: return random.one(of: ["TRUEPREDICATE", "FALSEPREDICATE", "rank", "bool"])
    case 1: return "\(path) BETWEEN {\(first), \(second)}"
    case 2:
      let quantifier = random.one(of: ["ANY", "SOME", "ALL", "NONE", "any"])
      let many = random.one(of: ["tags.word", "tags", "team.people.text", "text"])
      return "\(quantifier) \(many) \(comparison) \(first)"
    case 3: return "\(path) IN {\(first), \(second)}"
    case 4...7: return "\(path) \(comparison) \(random.once(in: 5) ? random.one(of: paths) : first)"
    case 8: return random.one(of: ["NOT ", "!", "not "]) + condition(depth: depth + 1, &random)
    case 9: return "(" + condition(depth: depth + 1, &random) + ")"
    default:
      return condition(depth: depth + 1, &random) + random.one(of: [" AND ", " && ", " OR ", " || ", " or "])
        + condition(depth: depth + 1, &random)
    }
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    let text = String(decoding: input, as: UTF8.self)
    let catalog = snapshot.catalog
    let sort = try? TextFilter.sortKey(
      parsing: String(text.prefix { $0 != " " }),
      entity: entity,
      catalog: catalog
    )
    let filter = try TextFilter(
      parsing: text,
      entity: entity,
      catalog: catalog,
      arguments: ["a": "1", "b": "x"]
    )
    var query = RecordQuery(entity: entity, filter: filter.expression)
    if let sort { query.sort = [sort] }
    let view = GraphView(snapshot: snapshot)
    let found = try view.run(query)
    query.sort = []
    guard try view.count(query) == found.count else {
      throw FuzzViolation("\(found.count) objects are found, and \(try view.count(query)) counted: \(text)")
    }
    return true
  }
}
