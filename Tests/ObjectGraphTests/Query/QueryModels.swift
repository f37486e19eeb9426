import Foundation
import ObjectGraph

/// An enum that is stored by its raw value and lists its cases.
enum QueryKind: String, Codable, CaseIterable {
  case plain = "Anna"
  case odd, rare
}

/// An enum that is stored by its raw value and does not list its cases.
enum QueryMood: Int, Codable {
  case happy = 3
  case sad = 9
}

/// A structured value.
struct QueryAddress: Codable, Hashable {
  var city: String
  var zip: Int?
}

@Model class QueryPerson {
  var name: String
  var age: Int?
  var height: Double
  var isActive: Bool
  var born: Date?
  var key: UUID
  var small: Int8
  var stock: UInt16
  var kind: QueryKind
  var mood: QueryMood?
  var site: URL?
  var amount: Decimal
  var number: Int
  var address: QueryAddress
  var tags: [String]
  var boss: QueryPerson?
  var home: QueryAddress?
  var stops: [QueryAddress] = []
  var scores: [String: Int] = [:]
  var extreme: Int = 0
  var nickname: String?
  var greeting: String { "Hello, " + name }
  @Relationship(inverse: \QueryPet.owner) var pets: [QueryPet] = []

  required init(
    name: String,
    age: Int?,
    height: Double,
    isActive: Bool,
    born: Date?,
    key: UUID,
    small: Int8,
    stock: UInt16,
    kind: QueryKind,
    mood: QueryMood?,
    site: URL?,
    amount: Decimal,
    number: Int,
    address: QueryAddress,
    tags: [String]
  ) {
    self.name = name
    self.age = age
    self.height = height
    self.isActive = isActive
    self.born = born
    self.key = key
    self.small = small
    self.stock = stock
    self.kind = kind
    self.mood = mood
    self.site = site
    self.amount = amount
    self.number = number
    self.address = address
    self.tags = tags
  }
}

@Model final class QueryEmployee: QueryPerson {
  var salary: Double = 0
}

@Model final class QueryPet {
  var name: String
  var weight: Int
  var owner: QueryPerson?
  var label: String { name }

  init(name: String, weight: Int) {
    self.name = name
    self.weight = weight
  }
}
