import Foundation
import ObjectGraph
import Testing

@Suite struct FetchOrderTests {
  /// Checks an order against Foundation's on the objects in the order of insertion, whole and in windows.
  private func check(_ world: QueryWorld, _ sort: [SortDescriptor<QueryPerson>], _ label: String) throws {
    // Swift's sort is stable, so ties stay in order of insertion.
    let wanted = world.people.sorted { a, b in
      for key in sort {
        let order = key.compare(a, b)
        if order != .orderedSame { return order == .orderedAscending }
      }
      return false
    }
    var descriptor = FetchDescriptor<QueryPerson>(sortBy: sort)
    let all = try world.context.fetch(descriptor)
    #expect(all.map(\.persistentModelID) == wanted.map(\.persistentModelID), "\(label)")
    for (limit, offset) in [(1, 0), (5, 0), (7, 13), (100, 55)] {
      descriptor.fetchLimit = limit
      descriptor.fetchOffset = offset
      let window = try world.context.fetch(descriptor)
      let expected = wanted.dropFirst(offset).prefix(limit)
      #expect(
        window.map(\.persistentModelID) == expected.map(\.persistentModelID),
        "\(label), \(limit) from \(offset)"
      )
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `results come in the order of all keys, nil first when rising, ties by insertion`(seed: UInt64) throws
  {
    let world = try QueryWorld(seed: seed)
    try check(world, [SortDescriptor(\.number)], "number, seed \(seed)")
    try check(world, [SortDescriptor(\.age, order: .reverse), SortDescriptor(\.stock)], "age, seed \(seed)")
    try check(
      world,
      [SortDescriptor(\.born), SortDescriptor(\.small, order: .reverse)],
      "born, seed \(seed)"
    )
    try check(world, [SortDescriptor(\.boss?.number), SortDescriptor(\.number)], "boss, seed \(seed)")
    try check(world, [SortDescriptor(\.boss?.age, order: .reverse)], "boss's age, seed \(seed)")
    try check(world, [SortDescriptor(\.home?.zip), SortDescriptor(\.extreme)], "zip, seed \(seed)")
    try check(world, [SortDescriptor(\.address.city), SortDescriptor(\.number)], "city, seed \(seed)")
    try check(world, [SortDescriptor(\.greeting.count), SortDescriptor(\.number)], "greeting, seed \(seed)")
    try check(world, [SortDescriptor(\.pets.count, order: .reverse)], "pets, seed \(seed)")
  }

  @Test(arguments: [TextOrder.lexical, .caseInsensitive, .localized, .localizedStandard])
  func `texts are compared as the descriptor says, on records and on objects`(order: TextOrder) throws {
    let container = try ModelContainer(
      for: QueryPet.self,
      QueryPerson.self,
      QueryEmployee.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    let context = ModelContext(container)
    let names = ["file10", "File9", "file9", "\u{E9}a", "e", "Eb", "z", "A", "a"]
    for name in names { context.insert(QueryPet(name: name, weight: 1)) }
    let wanted = names.sorted { a, b in
      switch order {
      case .lexical: a < b
      case .caseInsensitive: a.caseInsensitiveCompare(b) == .orderedAscending
      case .localized: a.localizedCompare(b) == .orderedAscending
      case .localizedStandard: a.localizedStandardCompare(b) == .orderedAscending
      }
    }
    for keyPath in [\QueryPet.name, \QueryPet.label] as [any KeyPath<QueryPet, String> & Sendable] {
      var descriptor = FetchDescriptor<QueryPet>(sortBy: [SortDescriptor(keyPath)])
      descriptor.textOrder = order
      #expect(try context.fetch(descriptor).map(\.name) == wanted, "\(order), \(keyPath)")
    }
  }
}
