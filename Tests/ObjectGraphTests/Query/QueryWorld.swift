import Foundation
import ObjectGraph

/// A context full of random objects, some saved, some not.
struct QueryWorld {
  /// A small generator with a seed, so that failures can be repeated.
  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ state >> 29) &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func pick<T>(_ values: T...) -> T { values[Int.random(in: 0..<values.count, using: &self)] }
  }

  let container: ModelContainer
  let context: ModelContext
  private(set) var people: [QueryPerson] = []
  private var generator: Generator

  init(seed: UInt64, count: Int = 60) throws {
    container = try ModelContainer(
      for: QueryPerson.self,
      QueryEmployee.self,
      QueryPet.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    context = ModelContext(container)
    generator = Generator(state: seed)
    for number in 0..<count {
      add()
      if number == count / 2 { try context.save() }
    }
    // Changes of saved objects that are not saved.
    for _ in 0..<5 { people[Int.random(in: 0..<people.count, using: &generator)].number += 1 }
  }

  private mutating func add() {
    let isEmployee = Bool.random(using: &generator)
    let person = isEmployee ? make(QueryEmployee.self) : make(QueryPerson.self)
    (person as? QueryEmployee)?.salary = generator.pick(0, 1.5, -2, .nan, 10)
    let places = [QueryAddress(city: "Bonn", zip: nil), QueryAddress(city: "Rom", zip: 3)]
    person.home = generator.pick(nil, places[0], places[1])
    person.stops = generator.pick([], [places[0]], places)
    person.scores = generator.pick([:], ["a": 1], ["a": 5, "b": -2])
    person.extreme = generator.pick(.min, .max, 0, -1, 1)
    person.nickname = generator.pick(nil, "", "Zoe", "\u{FC}", "u\u{308}")
    context.insert(person)
    if let boss = people.randomElement(using: &generator), Bool.random(using: &generator) {
      person.boss = boss
    }
    for _ in 0..<Int.random(in: 0..<4, using: &generator) {
      let pet = QueryPet(name: generator.pick("Anna", "Rex", "Zoe"), weight: generator.pick(0, 2, 3, 5, 20))
      context.insert(pet)
      pet.owner = person
    }
    people.append(person)
  }

  private mutating func make<T: QueryPerson>(_ type: T.Type) -> QueryPerson {
    let name = generator.pick(
      "Anna",
      "anna",
      "",
      "Zoe",
      "Bert",
      "Mu\u{308}ller",
      "M\u{FC}ller",
      "a\r\nb",
      "odd",
      "\u{C9}ric",
      "\u{1F389} party",
      "abab"
    )
    let age = generator.pick(nil, 0, 3, 5, 30, -4)
    let height = generator.pick(0, -0.0, 1.5, 2, .nan, .infinity, -3)
    let born = generator.pick(nil, Self.date(5), Self.date(100))
    let last = UInt8.random(in: 0..<5, using: &generator)
    let key = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, last))
    let kind = generator.pick(QueryKind.plain, .odd, .rare)
    let mood = generator.pick(nil, QueryMood.happy, .sad)
    let site = generator.pick(nil, URL(string: "http://a.b/c"), URL(string: "http://x.y"))
    let amount = generator.pick(
      Decimal(1),
      Decimal(sign: .plus, exponent: -2, significand: 150),
      Decimal(string: "1.5") ?? 0,
      Decimal(-3),
      Decimal.nan,
      Decimal(0)
    )
    let address = QueryAddress(city: generator.pick("Bonn", "Rom"), zip: generator.pick(nil, 3, 9))
    return T(
      name: name,
      age: age,
      height: height,
      isActive: Bool.random(using: &generator),
      born: born,
      key: key,
      small: generator.pick(-128, 127, 0, 3),
      stock: generator.pick(0, 3, 65535),
      kind: kind,
      mood: mood,
      site: site,
      amount: amount,
      number: generator.pick(0, 1, 2, 3, 5, -7, 30),
      address: address,
      tags: generator.pick([], ["red"], ["blue", "red"])
    )
  }

  /// Predicates with values of one of the objects.
  mutating func shapes() -> PredicateShapes {
    let person = people[Int.random(in: 0..<people.count, using: &generator)]
    return PredicateShapes(
      name: person.name,
      text: generator.pick("a", "An", "", "u\u{308}", "\u{FC}", "\n", "ER", "\u{E9}", "b"),
      age: person.age ?? 2,
      height: person.height,
      date: person.born ?? Self.date(50),
      key: person.key,
      amount: person.amount,
      kind: person.kind,
      site: person.site ?? URL(fileURLWithPath: "/"),
      flag: Bool.random(using: &generator),
      number: person.number
    )
  }

  private static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
}
