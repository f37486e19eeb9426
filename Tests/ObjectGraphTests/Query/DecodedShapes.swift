// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import ObjectGraph

/// Predicates that look into structured values and texts, with values captured from an object.
struct DecodedShapes {
  typealias Shape = PredicateShapes.Shape

  let name: String
  let amount: Decimal
  let number: Int

  var all: [Shape] { arrays + structures + texts + decimals + relationships }

  private var arrays: [Shape] {
    let (name, number) = (name, number)
    return [
      Shape("array count", #Predicate { $0.tags.count == 1 }),
      Shape("array isEmpty", #Predicate { $0.tags.isEmpty }),
      Shape("array first", #Predicate { $0.tags.first == "red" }),
      Shape("array min", #Predicate { $0.tags.min() == "blue" }),
      Shape("array max", #Predicate { ($0.tags.max() ?? "") > "blue" }),
      Shape("array subscript", #Predicate { !$0.tags.isEmpty && $0.tags[0] == "blue" }),
      Shape("array slice", #Predicate { $0.tags.count > 1 && $0.tags[0..<2].contains("red") }),
      Shape("array contains where", #Predicate { $0.tags.contains { $0.starts(with: "b") } }),
      Shape("array outer variable", #Predicate { person in person.tags.contains { $0 < person.name } }),
      Shape("array allSatisfy", #Predicate { $0.tags.allSatisfy { $0.count == 3 } }),
      Shape("array filter", #Predicate { $0.tags.filter { $0 > "c" }.count == 1 }),
      Shape("array filter isEmpty", #Predicate { $0.tags.filter { $0 > "c" }.isEmpty }),
      Shape("array of attribute", #Predicate { $0.tags.contains($0.name) || $0.tags.contains(name) }),
      Shape("array through to-one", #Predicate { $0.boss?.tags.contains("red") == true }),
      Shape("array coalesced", #Predicate { $0.boss?.tags.contains("red") ?? true }),
      Shape("array of structures", #Predicate { $0.stops.contains { $0.city == "Rom" } }),
      Shape("array of structures, field", #Predicate { $0.stops.contains { $0.zip == nil } }),
      Shape("dictionary", #Predicate { $0.scores["a"] == number }),
      Shape("dictionary default", #Predicate { $0.scores["b", default: 3] < number }),
      Shape("dictionary captured", #Predicate { $0.scores["a"] ?? number > 1 }),
      Shape("dictionary count", #Predicate { $0.scores.count == 2 }),
    ]
  }

  private var structures: [Shape] {
    let bonn = QueryAddress(city: "Bonn", zip: nil)
    let optional: QueryAddress? = bonn
    let places = [bonn, QueryAddress(city: "Rom", zip: 3)]
    return [
      Shape("structure ==", #Predicate { $0.address == bonn }),
      Shape("structure !=", #Predicate { $0.address != bonn }),
      Shape("optional structure ==", #Predicate { $0.home == optional }),
      Shape("optional structure nil", #Predicate { $0.home == nil }),
      Shape("optional structure chain", #Predicate { $0.home?.city == "Rom" }),
      Shape("optional structure chain to optional", #Predicate { $0.home?.zip == nil }),
      Shape("optional structure chain coalesced", #Predicate { ($0.home?.zip ?? 9) > 4 }),
      Shape("structures of attributes", #Predicate { $0.home == $0.stops.first }),
      Shape("structures contain", #Predicate { places.contains($0.address) }),
      Shape("array of structures contains", #Predicate { $0.stops.contains(bonn) }),
      Shape(
        "if let structure",
        #Predicate { person in
          if let home = person.home { home.city == person.address.city } else { false }
        }
      ),
    ]
  }

  private var texts: [Shape] {
    let name = name
    return [
      Shape("optional text", #Predicate { $0.nickname == name }),
      Shape("optional text isEmpty", #Predicate { $0.nickname?.isEmpty ?? true }),
      Shape("optional text search", #Predicate { $0.nickname?.localizedStandardContains("U") == true }),
      Shape("optional text flatMap", #Predicate { $0.nickname.flatMap { $0.count > 2 } ?? false }),
      Shape("text chain", #Predicate { ($0.nickname ?? $0.name).contains("o") }),
    ]
  }

  private var decimals: [Shape] {
    let amount = amount
    let two: Decimal = 2
    return [
      Shape("decimal sum", #Predicate { $0.amount + two > amount }),
      Shape("decimal product", #Predicate { $0.amount * two - amount < two }),
      Shape("decimal minus", #Predicate { -$0.amount < amount }),
    ]
  }

  private var relationships: [Shape] {
    let number = number
    return [
      Shape("first of many", #Predicate { $0.pets.first?.weight == number }),
      Shape("many subscript", isExact: false, #Predicate { !$0.pets.isEmpty && $0.pets[0].weight > number }),
      Shape("computed property", isExact: false, #Predicate { $0.greeting.contains("An") }),
      Shape("computed or stored", isExact: false, #Predicate { $0.greeting == "" || $0.isActive }),
      Shape("pet's tags", #Predicate { $0.pets.contains { $0.owner?.tags.contains("red") == true } }),
      Shape(
        "outer tags",
        #Predicate { person in
          person.pets.contains { pet in person.tags.contains { $0 == pet.name } }
        }
      ),
      Shape(
        "filter then first",
        isExact: false,
        #Predicate { $0.pets.filter { $0.weight > 2 }.first != nil }
      ),
    ]
  }
}
