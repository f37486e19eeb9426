import Foundation
import ObjectGraph

/// Makes predicates at random from all kinds of nodes whose evaluation by Foundation cannot trap on the
/// objects of a `QueryWorld`: arithmetic only on small numbers, subscripts only behind a test.
struct RandomPredicates {
  typealias Parts = PredicateParts
  typealias Node = Parts.Node
  typealias P = PredicateExpressions
  typealias Person = P.Variable<QueryPerson>

  private var generator: QueryWorld.Generator

  init(seed: UInt64) { generator = QueryWorld.Generator(state: seed) }

  /// The next predicate.
  mutating func next() -> Predicate<QueryPerson> {
    let depth = 1 + below(3)
    return Predicate { person in condition(person, depth) }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  private mutating func condition(_ person: Person, _ depth: Int) -> Node<Bool> {
    switch depth > 0 ? below(22) : 6 + below(16) {
    case 0: Parts.and(condition(person, depth - 1), condition(person, depth - 1))
    case 1: Parts.or(condition(person, depth - 1), condition(person, depth - 1))
    case 2: Parts.not(condition(person, depth - 1))
    case 3:
      Parts.choice(
        condition(person, depth - 1),
        condition(person, depth - 1),
        condition(person, depth - 1)
      )
    case 4, 5: Parts.pets(person, below(4), number(person, depth - 1))
    case 6, 7: Parts.compare(number(person, depth), number(person, depth), below(6))
    case 8: Parts.compare(text(person), text(person), below(6))
    case 9: Parts.compare(real(person), real(person), below(6))
    case 10: Parts.compare(amount(person), amount(person), below(6))
    case 11: Parts.equal(optional(person), optional(person))
    case 12: Parts.tags(person, below(6), text(person))
    case 13: Parts.structure(person, below(5), generator.pick("Bonn", "Rom"))
    case 14: Parts.search(person, below(5), text(person))
    case 15: Parts.member(number(person, 0), [below(5), below(30)], below(3))
    case 16: Parts.compare(extreme(person), extreme(person), below(6))
    case 17: Parts.kind(person, below(3), number(person, 0))
    case 18: Parts.compare(date(person), date(person), below(6))
    case 19: Parts.boss(person, below(4), text(person))
    case 20: Parts.keys(person, below(3))
    default: P.KeyPath(root: person, keyPath: \.isActive)
    }
  }

  /// A number far from the ends of its type, whatever is done to it.
  private mutating func number(_ person: Person, _ depth: Int) -> Node<Int> {
    switch depth > 0 ? below(14) : 4 + below(10) {
    case 0: Parts.arithmetic(number(person, depth - 1), number(person, depth - 1), .add)
    case 1: Parts.arithmetic(number(person, depth - 1), number(person, depth - 1), .subtract)
    case 2: Parts.arithmetic(number(person, 0), number(person, 0), .multiply)
    case 3: Parts.choice(condition(person, 0), number(person, depth - 1), number(person, depth - 1))
    case 4: Parts.coalesce(optional(person), number(person, 0))
    case 5: Parts.divided(number(person, 0), by: generator.pick(-3, 2, 7), below(2))
    case 6: Parts.minus(number(person, 0))
    case 7: Parts.size(person, below(4))
    case 8: P.Value(generator.pick(-7, 0, 1, 2, 3, 5, 30))
    case 9: Parts.score(person, generator.pick("a", "b"), below(4))
    default: P.KeyPath(root: person, keyPath: \.number)
    }
  }

  private mutating func optional(_ person: Person) -> Node<Int?> {
    switch below(6) {
    case 0: P.Value<Int?>(generator.pick(nil, 3, 5))
    case 1: P.NilLiteral<Int>()
    case 2: Parts.score(person, generator.pick("a", "c"))
    case 3: Parts.bossAge(person)
    case 4: Parts.zip(person)
    default: P.KeyPath(root: person, keyPath: \.age)
    }
  }

  private mutating func text(_ person: Person) -> Node<String> {
    switch below(6) {
    case 0: P.Value(generator.pick("", "Anna", "u\u{308}", "\u{FC}", "Zoe", "red", "\n", "e"))
    case 1: Parts.coalesce(P.KeyPath(root: person, keyPath: \.nickname), P.Value("none"))
    case 2: Parts.kindText(person)
    case 3: Parts.city(person)
    case 4: Parts.someTag(person, below(3))
    default: P.KeyPath(root: person, keyPath: \.name)
    }
  }

  private mutating func real(_ person: Person) -> Node<Double> {
    switch below(5) {
    case 0: P.Value<Double>(generator.pick(0, -0.0, 1.5, .nan, -.infinity))
    case 1: Parts.real(person, generator.pick(0, 2, -1.5), below(5))
    default: P.KeyPath(root: person, keyPath: \.height)
    }
  }

  private mutating func amount(_ person: Person) -> Node<Decimal> {
    switch below(4) {
    case 0: P.Value<Decimal>(generator.pick(0, 1.5, -3, .nan))
    case 1: Parts.arithmetic(amount(person), amount(person), generator.pick(.add, .subtract, .multiply))
    default: P.KeyPath(root: person, keyPath: \.amount)
    }
  }

  private mutating func date(_ person: Person) -> Node<Date> {
    let moment = Date(timeIntervalSinceReferenceDate: generator.pick(5, 50, 100))
    if below(3) == 0 { return P.Value(moment) }
    return Parts.coalesce(P.KeyPath(root: person, keyPath: \.born), P.Value(moment))
  }

  /// A number that may be the smallest or the greatest of its type.
  private mutating func extreme(_ person: Person) -> Node<Int> {
    below(3) == 0 ? P.Value<Int>(generator.pick(.min, .max, 0)) : P.KeyPath(root: person, keyPath: \.extreme)
  }
}
