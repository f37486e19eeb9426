// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import ObjectGraph

/// Predicates of many shapes, with values captured from the objects that they are asked about.
struct PredicateShapes {
  /// A predicate with a name for messages.
  struct Shape {
    var name: String
    var predicate: Predicate<QueryPerson>
    /// Whether it must be answered on records alone.
    var isExact: Bool

    init(_ name: String, isExact: Bool = true, _ predicate: Predicate<QueryPerson>) {
      self.name = name
      self.predicate = predicate
      self.isExact = isExact
    }
  }

  var name: String
  var text: String
  var age: Int
  var height: Double
  var date: Date
  var key: UUID
  var amount: Decimal
  var kind: QueryKind
  var site: URL
  var flag: Bool
  var number: Int

  /// All of them; the list is cut in parts, since one literal of this size takes the compiler minutes.
  var all: [Shape] {
    scalars + logic + texts + numbers + optionals + relationships + collections + types + composed
      + DecodedShapes(name: name, amount: amount, number: number).all
  }

  private var scalars: [Shape] {
    let (name, age, height, date, key) = (name, age, height, date, key)
    let (amount, kind, site, small) = (amount, kind, site, Int8(clamping: age))
    let optionalAge: Int? = age
    let noDate: Date? = nil
    let mood: QueryMood? = .sad
    let stock = UInt16(clamping: age)
    let raw = kind.rawValue
    return [
      Shape("string ==", #Predicate { $0.name == name }),
      Shape("string != literal", #Predicate { $0.name != "Anna" }),
      Shape("string <", #Predicate { $0.name < name }),
      Shape("optional == value", #Predicate { $0.age == age }),
      Shape("optional == optional", #Predicate { $0.age == optionalAge }),
      Shape("optional != value", #Predicate { $0.age != age }),
      Shape("optional == nil", #Predicate { $0.age == nil }),
      Shape("optional != nil", #Predicate { $0.born != nil }),
      Shape("optional == captured nil", #Predicate { $0.born == noDate }),
      Shape("double >", #Predicate { $0.height > height }),
      Shape("double ==", #Predicate { $0.height == height }),
      Shape("mirrored", #Predicate { height <= $0.height }),
      Shape("uuid", #Predicate { $0.key == key }),
      Shape("decimal ==", #Predicate { $0.amount == amount }),
      Shape("decimal >=", #Predicate { $0.amount >= amount }),
      Shape("int8", #Predicate { $0.small > small }),
      Shape("uint16", #Predicate { $0.stock <= stock }),
      Shape("enum", #Predicate { $0.kind == kind }),
      Shape("optional enum", #Predicate { $0.mood == mood }),
      Shape("rawValue", #Predicate { $0.kind.rawValue == raw }),
      Shape("url", #Predicate { $0.site == site }),
      Shape("date", #Predicate { $0.born == date }),
      Shape("two attributes", #Predicate { $0.height > 1 && $0.name == $0.kind.rawValue }),
    ]
  }

  private var logic: [Shape] {
    let (flag, name, age) = (flag, name, age)
    return [
      Shape("bare Bool", #Predicate { $0.isActive }),
      Shape("negated Bool", #Predicate { !$0.isActive }),
      Shape("Bool == false", #Predicate { $0.isActive == false }),
      Shape("and", #Predicate { $0.isActive && $0.name == name }),
      Shape("or", #Predicate { $0.isActive || $0.name == name }),
      Shape("captured flag or", #Predicate { flag || $0.name == name }),
      Shape("captured flag and", #Predicate { flag && $0.isActive }),
      Shape("ternary", #Predicate { $0.isActive ? $0.name == name : $0.height > 1 }),
      Shape("captured ternary", #Predicate { flag ? $0.name == name : $0.isActive }),
      Shape(
        "if else",
        #Predicate {
          if $0.isActive { $0.age == age } else { $0.name.isEmpty }
        }
      ),
      Shape(
        "if let",
        #Predicate {
          if let own = $0.age { own < age } else { false }
        }
      ),
      Shape("empty text means all", #Predicate { name.isEmpty || $0.name.contains(name) }),
      Shape("literal true", #Predicate { _ in true }),
    ]
  }

  private var texts: [Shape] {
    let (text, name) = (text, name)
    return [
      Shape("contains", #Predicate { $0.name.contains(text) }),
      Shape("starts with", #Predicate { $0.name.starts(with: text) }),
      Shape("constant contains attribute", #Predicate { name.contains($0.name) }),
      Shape("isEmpty", #Predicate { $0.name.isEmpty }),
      Shape("count", #Predicate { $0.name.count > 4 }),
      Shape("localizedStandardContains", #Predicate { $0.name.localizedStandardContains(text) }),
      Shape(
        "search or all",
        #Predicate {
          text.isEmpty || $0.name.localizedStandardContains(text)
        }
      ),
      Shape(
        "search in if",
        #Predicate {
          if text.isEmpty { true } else { $0.name.localizedStandardContains(text) }
        }
      ),
    ] + orders
  }

  private var orders: [Shape] {
    let name = name
    let same = ComparisonResult.orderedSame
    let ascending = ComparisonResult.orderedAscending
    return [
      Shape("caseInsensitiveCompare", #Predicate { $0.name.caseInsensitiveCompare(name) == same }),
      Shape("localizedCompare", #Predicate { $0.name.localizedCompare(name) == ascending }),
      Shape("localizedCompare !=", #Predicate { $0.name.localizedCompare(name) != ascending }),
    ]
  }

  private var numbers: [Shape] {
    let (age, height, number) = (age, height, number)
    return [
      Shape("add", #Predicate { $0.number + number > age }),
      Shape("subtract and multiply", #Predicate { ($0.number - 3) * 2 < age }),
      Shape("guarded division", #Predicate { $0.number != 0 && 100 / $0.number > 3 }),
      Shape("remainder", #Predicate { $0.number % 3 == 1 }),
      Shape("double arithmetic", #Predicate { $0.height * 2 - 1 > height / 3 }),
      Shape("minus", #Predicate { -$0.number < age }),
      Shape("nil coalescing", #Predicate { ($0.age ?? 0) > age }),
      Shape("nil coalescing twice", #Predicate { ($0.age ?? $0.number) >= age }),
      Shape("closed range", #Predicate { (age...(age + 10)).contains($0.number) }),
      Shape("captured range", range(age)),
      Shape("range of attributes", #Predicate { $0.number >= age && $0.number < age + 5 }),
    ]
  }

  private func range(_ age: Int) -> Predicate<QueryPerson> {
    let range = age..<(age + 20)
    return #Predicate { range.contains($0.number) }
  }

  private var optionals: [Shape] {
    let (age, name, key, date) = (age, name, key, date)
    let ages = [age, 5]
    return [
      Shape("optional chain", #Predicate { $0.boss?.name == name }),
      Shape("optional chain twice", #Predicate { $0.boss?.boss?.name == name }),
      Shape("optional chain to uuid", #Predicate { $0.boss?.key == key }),
      Shape("chain of optional", #Predicate { $0.boss?.age == nil }),
      Shape("chain coalesced", #Predicate { ($0.boss?.age ?? 7) > age }),
      Shape("chain then search", #Predicate { $0.boss?.name.contains("a") ?? false }),
      Shape("chain then search == true", #Predicate { $0.boss?.name.contains("a") == true }),
      Shape("flatMap", #Predicate { $0.age.flatMap { $0 > age } == true }),
      Shape("flatMap membership", #Predicate { $0.age.flatMap { ages.contains($0) } == true }),
      Shape("chain compared", #Predicate { ($0.boss.flatMap { $0.number > age } ?? true) }),
      Shape("unwrapped after test", #Predicate { $0.age != nil && $0.age! > age }),
      Shape("unwrapped object after test", #Predicate { $0.boss != nil && $0.boss!.name == name }),
      Shape("object == nil", #Predicate { $0.boss == nil }),
      Shape(
        "if let date",
        #Predicate {
          if let born = $0.born { born < date } else { false }
        }
      ),
    ]
  }

  private var relationships: [Shape] {
    let (name, number) = (name, number)
    return [
      Shape("contains where", #Predicate { $0.pets.contains { $0.weight > number } }),
      Shape("allSatisfy", #Predicate { $0.pets.allSatisfy { $0.weight > number } }),
      Shape("filter count", #Predicate { $0.pets.filter { $0.weight > number }.count == 1 }),
      Shape("filter isEmpty", #Predicate { $0.pets.filter { $0.weight > number }.isEmpty }),
      Shape(
        "filter contains",
        #Predicate { person in
          person.pets.filter { $0.weight > number }.contains { $0.name == person.name }
        }
      ),
      Shape("isEmpty", #Predicate { $0.pets.isEmpty }),
      Shape("isEmpty == false", #Predicate { $0.pets.isEmpty == false }),
      Shape("count", #Predicate { $0.pets.count > 1 }),
      Shape(
        "outer variable",
        #Predicate { person in
          person.pets.contains { $0.weight > person.number }
        }
      ),
      Shape("through and back", #Predicate { $0.pets.contains { $0.owner?.name == name } }),
      Shape(
        "two levels",
        #Predicate { person in
          person.pets.contains { pet in pet.owner?.pets.contains { $0.weight == person.number } == true }
        }
      ),
      Shape("chain to many", #Predicate { $0.boss?.pets.contains { $0.weight > number } ?? false }),
      Shape("chain to many isEmpty", #Predicate { $0.boss?.pets.isEmpty == true }),
      Shape("chain to many count", #Predicate { ($0.boss?.pets.count ?? -1) < 1 }),
    ]
  }

  private var collections: [Shape] {
    let names = [name, "Anna", "Zoe"]
    let ages: Set<Int> = [age, 3, 5]
    let kinds: [QueryKind] = [kind]
    let optionalAges: [Int?] = [nil, age]
    let none: [String] = []
    return [
      Shape("array contains", #Predicate { names.contains($0.name) }),
      Shape("set contains", #Predicate { ages.contains($0.number) }),
      Shape("enums contain", #Predicate { kinds.contains($0.kind) }),
      Shape("optionals contain", #Predicate { optionalAges.contains($0.age) }),
      Shape("empty array contains", #Predicate { none.contains($0.name) }),
      Shape("captured contains where", #Predicate { person in names.contains { $0 == person.name } }),
      Shape("captured allSatisfy", #Predicate { person in names.allSatisfy { $0 != person.name } }),
      Shape("tags", #Predicate { $0.tags.contains("red") }),
      Shape("tags and name", #Predicate { $0.tags.contains("red") && $0.name == "Anna" }),
      Shape("structured field", #Predicate { $0.address.city == "Bonn" }),
      Shape("structured optional field", #Predicate { $0.address.zip == nil }),
      Shape("structured number", #Predicate { ($0.address.zip ?? 0) > 5 }),
    ]
  }

  private var types: [Shape] {
    let height = height
    return [
      Shape("is", #Predicate { $0 is QueryEmployee }),
      Shape(
        "cast",
        #Predicate {
          if let employee = $0 as? QueryEmployee { employee.salary > height } else { false }
        }
      ),
      Shape("cast inherited", #Predicate { ($0 as? QueryEmployee)?.isActive == true }),
      Shape("cast to many", #Predicate { ($0 as? QueryEmployee)?.pets.isEmpty ?? false }),
      Shape("cast chain", #Predicate { ($0 as? QueryEmployee)?.boss?.isActive == true }),
    ]
  }

  private var composed: [Shape] {
    let (name, age, number) = (name, age, number)
    let first = #Predicate<QueryPerson> { $0.name < name }
    let second = #Predicate<QueryPerson> { $0.number > age }
    let third = #Predicate<QueryPerson> { $0.pets.contains { $0.weight > number } }
    return [
      Shape("all", .all([first, second, third])), Shape("any", .any([first, second, third])),
      Shape("empty all", .all([])), Shape("empty any", .any([])), Shape("and", first.and(second)),
      Shape("or", first.or(second)), Shape("not", !first),
      Shape("nested", !(first.and(.any([second, third])))),
    ]
  }
}
