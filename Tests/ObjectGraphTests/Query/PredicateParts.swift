import Foundation
import ObjectGraph

/// Nodes of predicates made of nodes whose types are not known.
enum PredicateParts {
  typealias P = PredicateExpressions
  typealias Node<Output> = any StandardPredicateExpression<Output>
  typealias Typed = StandardPredicateExpression
  typealias Person = P.Variable<QueryPerson>

  static func and(_ a: some Typed<Bool>, _ b: some Typed<Bool>) -> Node<Bool> {
    P.build_Conjunction(lhs: a, rhs: b)
  }

  static func or(_ a: some Typed<Bool>, _ b: some Typed<Bool>) -> Node<Bool> {
    P.build_Disjunction(lhs: a, rhs: b)
  }

  static func not(_ a: some Typed<Bool>) -> Node<Bool> { P.build_Negation(a) }

  static func choice<T>(_ test: some Typed<Bool>, _ a: some Typed<T>, _ b: some Typed<T>) -> Node<T> {
    P.build_Conditional(test, a, b)
  }

  /// One of the six comparisons.
  static func compare<T: Comparable>(_ a: some Typed<T>, _ b: some Typed<T>, _ which: Int) -> Node<Bool> {
    switch which {
    case 0: P.build_Equal(lhs: a, rhs: b)
    case 1: P.build_NotEqual(lhs: a, rhs: b)
    case 2: P.build_Comparison(lhs: a, rhs: b, op: .lessThan)
    case 3: P.build_Comparison(lhs: a, rhs: b, op: .lessThanOrEqual)
    case 4: P.build_Comparison(lhs: a, rhs: b, op: .greaterThan)
    default: P.build_Comparison(lhs: a, rhs: b, op: .greaterThanOrEqual)
    }
  }

  static func equal<T: Equatable>(_ a: some Typed<T>, _ b: some Typed<T>) -> Node<Bool> {
    P.build_Equal(lhs: a, rhs: b)
  }

  static func arithmetic<T: Numeric>(
    _ a: some Typed<T>,
    _ b: some Typed<T>,
    _ operation: P.ArithmeticOperator
  ) -> Node<T> {
    P.build_Arithmetic(lhs: a, rhs: b, op: operation)
  }

  static func divided(_ a: some Typed<Int>, by divisor: Int, _ which: Int) -> Node<Int> {
    which == 0
      ? P.build_Division(lhs: a, rhs: P.Value(divisor)) : P.build_Remainder(lhs: a, rhs: P.Value(divisor))
  }

  static func minus(_ a: some Typed<Int>) -> Node<Int> { P.build_UnaryMinus(a) }

  static func coalesce<T>(_ a: some Typed<T?>, _ b: some Typed<T>) -> Node<T> {
    P.build_NilCoalesce(lhs: a, rhs: b)
  }

  static func member(_ a: some Typed<Int>, _ values: [Int], _ which: Int) -> Node<Bool> {
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    switch which {
    case 0: return P.build_contains(P.Value(values), a)
    case 1: return P.build_contains(P.build_ClosedRange(lower: P.Value(low), upper: P.Value(high)), a)
    default: return P.build_contains(P.Value(Set(values)), a)
    }
  }

  /// A condition on the pets, with a number of the person's.
  static func pets(_ person: Person, _ which: Int, _ bound: some Typed<Int>) -> Node<Bool> {
    let pets = P.build_KeyPath(root: person, keyPath: \QueryPerson.pets)
    let heavy = P.build_filter(pets) { pet in
      P.build_Comparison(lhs: P.build_KeyPath(root: pet, keyPath: \.weight), rhs: bound, op: .greaterThan)
    }
    switch which {
    case 0: return P.build_KeyPath(root: heavy, keyPath: \.isEmpty)
    case 1:
      return P.build_contains(
        pets,
        where: { pet in
          P.build_Equal(lhs: P.build_KeyPath(root: pet, keyPath: \.weight), rhs: bound)
        }
      )
    case 2:
      return P.build_allSatisfy(pets) { pet in
        P.build_contains(
          P.build_KeyPath(root: person, keyPath: \.name),
          P.build_KeyPath(root: pet, keyPath: \.name)
        )
      }
    default:
      let first = P.build_KeyPath(root: pets, keyPath: \.first)
      let weight = P.build_flatMap(first) { P.build_KeyPath(root: $0, keyPath: \.weight) }
      return P.build_Comparison(
        lhs: P.build_NilCoalesce(lhs: weight, rhs: P.Value(-1)),
        rhs: bound,
        op: .lessThanOrEqual
      )
    }
  }

  static func boss(_ person: Person, _ which: Int, _ text: some Typed<String>) -> Node<Bool> {
    let boss = P.build_KeyPath(root: person, keyPath: \QueryPerson.boss)
    switch which {
    case 0: return P.build_Equal(lhs: boss, rhs: P.build_NilLiteral())
    case 1:
      let name = P.build_flatMap(boss) { P.build_KeyPath(root: $0, keyPath: \.name) }
      return P.build_Comparison(
        lhs: P.build_NilCoalesce(lhs: name, rhs: P.Value("b")),
        rhs: text,
        op: .lessThan
      )
    case 2:
      let found = P.build_flatMap(boss) { P.build_contains(P.build_KeyPath(root: $0, keyPath: \.tags), text) }
      return P.build_NilCoalesce(lhs: found, rhs: P.Value(true))
    default:
      let employee = P.build_flatMap(P.ConditionalCast<Person, QueryEmployee>(person)) {
        P.build_Comparison(
          lhs: P.build_KeyPath(root: $0, keyPath: \.salary),
          rhs: P.build_KeyPath(root: person, keyPath: \.height),
          op: .greaterThan
        )
      }
      return P.build_NilCoalesce(lhs: employee, rhs: P.Value(false))
    }
  }

  static func bossAge(_ person: Person) -> Node<Int?> {
    P.build_flatMap(P.build_KeyPath(root: person, keyPath: \QueryPerson.boss)) {
      P.build_KeyPath(root: $0, keyPath: \.age)
    }
  }

  static func zip(_ person: Person) -> Node<Int?> {
    P.build_flatMap(P.build_KeyPath(root: person, keyPath: \QueryPerson.home)) {
      P.build_KeyPath(root: $0, keyPath: \.zip)
    }
  }

  static func tags(_ person: Person, _ which: Int, _ text: some Typed<String>) -> Node<Bool> {
    let tags = P.build_KeyPath(root: person, keyPath: \QueryPerson.tags)
    switch which {
    case 0: return P.build_contains(tags, text)
    case 1: return P.build_contains(tags, where: { P.build_Comparison(lhs: $0, rhs: text, op: .lessThan) })
    case 2: return P.build_allSatisfy(tags) { P.build_contains(text, $0) }
    case 3: return P.build_Equal(lhs: P.build_max(tags), rhs: P.build_NilLiteral())
    case 4:
      let rest = P.build_filter(tags) { P.build_NotEqual(lhs: $0, rhs: text) }
      return P.build_KeyPath(root: rest, keyPath: \.isEmpty)
    default: return P.build_starts(tags, with: P.Value(["blue"]))
    }
  }

  /// A tag, or the name if there are none.
  static func someTag(_ person: Person, _ which: Int) -> Node<String> {
    let tags = P.build_KeyPath(root: person, keyPath: \QueryPerson.tags)
    let name = P.build_KeyPath(root: person, keyPath: \QueryPerson.name)
    switch which {
    case 0: return P.build_NilCoalesce(lhs: P.build_min(tags), rhs: name)
    case 1: return P.build_NilCoalesce(lhs: P.build_KeyPath(root: tags, keyPath: \.first), rhs: name)
    default:
      let isEmpty = P.build_KeyPath(root: tags, keyPath: \.isEmpty)
      return P.build_Conditional(isEmpty, name, P.build_subscript(tags, P.Value(0)))
    }
  }

  static func structure(_ person: Person, _ which: Int, _ city: String) -> Node<Bool> {
    let home = P.build_KeyPath(root: person, keyPath: \QueryPerson.home)
    let address = P.build_KeyPath(root: person, keyPath: \QueryPerson.address)
    let stops = P.build_KeyPath(root: person, keyPath: \QueryPerson.stops)
    let wanted = QueryAddress(city: city, zip: nil)
    switch which {
    case 0: return P.build_Equal(lhs: home, rhs: P.Value(QueryAddress?.some(wanted)))
    case 1: return P.build_NotEqual(lhs: address, rhs: P.Value(wanted))
    case 2: return P.build_contains(stops, address)
    case 3:
      return P.build_contains(
        stops,
        where: {
          P.build_Equal(lhs: P.build_KeyPath(root: $0, keyPath: \.city), rhs: P.Value(city))
        }
      )
    default: return P.build_Equal(lhs: home, rhs: P.build_KeyPath(root: stops, keyPath: \.first))
    }
  }

  static func search(_ person: Person, _ which: Int, _ text: some Typed<String>) -> Node<Bool> {
    let name = P.build_KeyPath(root: person, keyPath: \QueryPerson.name)
    switch which {
    case 0: return P.build_contains(name, text)
    case 1: return P.build_starts(name, with: text)
    case 2: return P.build_localizedStandardContains(name, text)
    case 3:
      return P.build_Equal(lhs: P.build_caseInsensitiveCompare(name, text), rhs: P.Value(.orderedSame))
    default: return P.build_contains(text, name)
    }
  }

  static func kind(_ person: Person, _ which: Int, _ number: some Typed<Int>) -> Node<Bool> {
    switch which {
    case 0:
      let kind = P.build_KeyPath(root: person, keyPath: \QueryPerson.kind)
      return P.build_Equal(lhs: kind, rhs: P.Value(QueryKind.odd))
    case 1:
      let mood = P.build_KeyPath(root: person, keyPath: \QueryPerson.mood)
      return P.build_NotEqual(lhs: mood, rhs: P.Value(QueryMood?.some(.sad)))
    default:
      let age = P.build_KeyPath(root: person, keyPath: \QueryPerson.age)
      let isThere = P.build_NotEqual(lhs: age, rhs: P.build_NilLiteral())
      let unwrapped = P.build_Comparison(lhs: P.build_ForcedUnwrap(age), rhs: number, op: .lessThan)
      return P.build_Conjunction(lhs: isThere, rhs: unwrapped)
    }
  }

  static func kindText(_ person: Person) -> Node<String> {
    let kind = P.build_KeyPath(root: person, keyPath: \QueryPerson.kind)
    return P.build_KeyPath(root: kind, keyPath: \.rawValue)
  }

  static func city(_ person: Person) -> Node<String> {
    P.build_KeyPath(root: P.build_KeyPath(root: person, keyPath: \QueryPerson.address), keyPath: \.city)
  }

  static func keys(_ person: Person, _ which: Int) -> Node<Bool> {
    let key = P.build_KeyPath(root: person, keyPath: \QueryPerson.key)
    let site = P.build_KeyPath(root: person, keyPath: \QueryPerson.site)
    switch which {
    case 0:
      let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 2))
      return P.build_Equal(lhs: key, rhs: P.Value(uuid))
    case 1: return P.build_NotEqual(lhs: site, rhs: P.Value(URL(string: "http://x.y")))
    default:
      return P.build_KeyPath(
        root: P.build_KeyPath(root: person, keyPath: \QueryPerson.name),
        keyPath: \.isEmpty
      )
    }
  }

  static func real(_ person: Person, _ other: Double, _ which: Int) -> Node<Double> {
    let height = P.build_KeyPath(root: person, keyPath: \QueryPerson.height)
    switch which {
    case 0: return P.build_Arithmetic(lhs: height, rhs: P.Value(other), op: .add)
    case 1: return P.build_Arithmetic(lhs: P.Value(other), rhs: height, op: .subtract)
    case 2: return P.build_Arithmetic(lhs: height, rhs: height, op: .multiply)
    case 3: return P.build_Division(lhs: P.Value(other), rhs: height)
    default: return P.build_UnaryMinus(height)
    }
  }

  static func size(_ person: Person, _ which: Int) -> Node<Int> {
    switch which {
    case 0: P.build_KeyPath(root: P.build_KeyPath(root: person, keyPath: \QueryPerson.name), keyPath: \.count)
    case 1: P.build_KeyPath(root: P.build_KeyPath(root: person, keyPath: \QueryPerson.tags), keyPath: \.count)
    case 2: P.build_KeyPath(root: P.build_KeyPath(root: person, keyPath: \QueryPerson.pets), keyPath: \.count)
    default:
      P.build_KeyPath(root: P.build_KeyPath(root: person, keyPath: \QueryPerson.scores), keyPath: \.count)
    }
  }

  static func score(_ person: Person, _ key: String, _ otherwise: Int) -> Node<Int> {
    P.build_subscript(
      P.build_KeyPath(root: person, keyPath: \QueryPerson.scores),
      P.Value(key),
      default: P.Value(otherwise)
    )
  }

  static func score(_ person: Person, _ key: String) -> Node<Int?> {
    P.build_subscript(P.build_KeyPath(root: person, keyPath: \QueryPerson.scores), P.Value(key))
  }
}
