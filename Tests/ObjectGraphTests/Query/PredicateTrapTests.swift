// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import ObjectGraph
import Testing

/// What would crash in Foundation's evaluation throws, and says on what.
@Suite struct PredicateTrapTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var predicate: Predicate<QueryPerson>
    /// Names that the message has to hold: property, operator.
    var words: [String]
    var testDescription: String { name }
  }

  static let cases: [Case] = onRecords + onObjects

  private static let tiny = Decimal.leastNonzeroMagnitude
  private static let least = Int.min
  private static let most = Int.max

  private static let onRecords: [Case] = {
    let (tiny, most) = (Self.tiny, Self.most)
    return [
      Case(
        name: "overflow",
        predicate: #Predicate { $0.number + most > 0 && false },
        words: ["number", "+"]
      ),
      Case(
        name: "division",
        predicate: #Predicate { 1 / ($0.number - $0.number) > 0 },
        words: ["number", "/"]
      ),
      Case(name: "remainder", predicate: #Predicate { 1 % ($0.number * 0) > 0 }, words: ["number", "%"]),
      Case(name: "small", predicate: #Predicate { ($0.small * 100) * 3 > 0 }, words: ["small", "*"]),
      Case(name: "unsigned", predicate: #Predicate { $0.stock - 1 > 0 }, words: ["stock", "-"]),
      Case(name: "decimal", predicate: #Predicate { $0.amount * tiny * tiny > 0 }, words: ["amount", "*"]),
      Case(name: "unwrap", predicate: #Predicate { $0.age! > 0 }, words: ["age", "!"]),
      Case(name: "object", predicate: #Predicate { $0.boss!.number > 0 }, words: ["boss", "!"]),
      Case(name: "subscript", predicate: #Predicate { $0.tags[2] == "" }, words: ["tags", "[2]"]),
      Case(name: "slice", predicate: #Predicate { $0.tags[0..<3].isEmpty }, words: ["tags", "0..<3"]),
      Case(
        name: "element",
        predicate: #Predicate { $0.stops.contains { $0.zip! > 0 } },
        words: ["zip", "!"]
      ),
      Case(name: "entry", predicate: #Predicate { $0.scores["z"]! > 0 }, words: ["scores", "!"]),
      Case(
        name: "pets",
        predicate: #Predicate { $0.pets.contains { 3 / $0.weight > 7 } },
        words: ["weight", "/"]
      ),
    ]
  }()

  private static let onObjects: [Case] = {
    let (least, most) = (Self.least, Self.most)
    return [
      Case(
        name: "late",
        predicate: #Predicate { $0.greeting != "" && $0.extreme + 1 > 0 },
        words: ["extreme", "+"]
      ),
      Case(
        name: "minus",
        predicate: #Predicate { $0.greeting == "" || -$0.extreme > 0 },
        words: ["extreme", "-"]
      ),
      Case(
        name: "quotient",
        predicate: #Predicate { $0.greeting == "" || least / $0.number < most },
        words: ["number", "/"]
      ),
      Case(name: "member", predicate: #Predicate { $0.pets[7].weight > 0 }, words: ["pets", "[7]"]),
      Case(name: "cast", predicate: #Predicate { ($0 as! QueryEmployee).greeting == "" }, words: ["as!"]),
    ]
  }()

  @Test(arguments: cases)
  func `what has no result throws and names object, property and operator`(example: Case) throws {
    let world = try QueryWorld(seed: 3, count: 30)
    let error = #expect(throws: ObjectGraphError.self) {
      try world.context.fetch(FetchDescriptor(predicate: example.predicate))
    }
    guard case .arithmeticOverflow(let message)? = error else {
      Issue.record("\(example.name): \(String(describing: error))")
      return
    }
    for word in example.words + ["object "] { #expect(message.contains(word), "\(message)") }
    #expect(throws: ObjectGraphError.self) {
      try world.context.fetchCount(FetchDescriptor(predicate: example.predicate))
    }
  }

  @Test func `a condition in front keeps a later one from throwing`() throws {
    let world = try QueryWorld(seed: 4, count: 30)
    let most = Int.max
    let predicate = #Predicate<QueryPerson> { $0.greeting == "" && $0.extreme + most > 0 && $0.tags[9] == "" }
    #expect(try world.context.fetch(FetchDescriptor(predicate: predicate)).isEmpty)
  }

  /// A node that only its own module knows.
  struct ForeignNode<Inner: StandardPredicateExpression<Bool>>: StandardPredicateExpression {
    typealias Output = Bool
    var inner: Inner
    func evaluate(_ bindings: PredicateBindings) throws -> Bool { try inner.evaluate(bindings) }
  }

  @Test func `a term that cannot be checked is refused before anything is evaluated`() throws {
    let world = try QueryWorld(seed: 5, count: 10)
    let predicate = Predicate<QueryPerson> { person in
      PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.build_KeyPath(root: person, keyPath: \.isActive),
        rhs: ForeignNode(inner: PredicateExpressions.build_Arg(true))
      )
    }
    let error = #expect(throws: ObjectGraphError.self) {
      try world.context.fetch(FetchDescriptor(predicate: predicate))
    }
    guard case .unsupportedPredicate(let term, let entity)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(term.contains("ForeignNode") && entity == "QueryPerson")
  }
}
