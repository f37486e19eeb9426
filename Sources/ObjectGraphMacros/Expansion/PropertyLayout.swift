/// The persisted properties of a class body in order, with the conditions under which they exist.
struct PropertyLayout {
  indirect enum Item {
    case property(PersistedProperty, PropertyIndex)
    case conditional(Block)
  }

  /// Properties between `#if` and `#endif`.
  struct Block {
    var number: Int
    var clauses: [Clause]
  }

  struct Clause {
    /// The directive with its condition, as written.
    var directive: String
    var items: [Item]
    var size: PropertyIndex
  }

  private(set) var items: [Item] = []
  /// How many properties there are: the index behind the last one.
  private(set) var size = PropertyIndex(base: 0, blocks: [])
  private(set) var blocks: [Block] = []

  init(_ members: [Member], in source: SourceText) {
    var end = size
    items = collect(members, in: source, at: &end)
    size = end
  }

  private mutating func collect(
    _ members: [Member],
    in source: SourceText,
    at index: inout PropertyIndex
  ) -> [Item] {
    var items: [Item] = []
    for member in members {
      switch member {
      case .variable(let variable):
        guard Storage(variable) == .persisted, let property = PersistedProperty(variable, in: source) else {
          continue
        }
        items.append(.property(property, index))
        index.base += 1
      case .conditional(let conditional):
        guard let block = collect(conditional, in: source, at: index) else { continue }
        items.append(.conditional(block))
        index.blocks.append(block.number)
      case .macro, .initializer, .operatorFunction, .other:
        continue
      }
    }
    return items
  }

  private mutating func collect(
    _ conditional: ConditionalMembers,
    in source: SourceText,
    at index: PropertyIndex
  ) -> Block? {
    var clauses: [Clause] = []
    for clause in conditional.clauses {
      var end = index
      let items = collect(clause.members, in: source, at: &end)
      let size = PropertyIndex(
        base: end.base - index.base,
        blocks: Array(end.blocks.dropFirst(index.blocks.count))
      )
      clauses.append(Clause(directive: source[clause.directive], items: items, size: size))
    }
    guard clauses.contains(where: { !$0.items.isEmpty }) else { return nil }
    let block = Block(number: blocks.count, clauses: clauses)
    blocks.append(block)
    return block
  }

  /// All properties, whatever their condition.
  var properties: [(property: PersistedProperty, index: PropertyIndex)] {
    Self.properties(of: items)
  }

  private static func properties(
    of items: [Item]
  ) -> [(property: PersistedProperty, index: PropertyIndex)] {
    items.flatMap { item in
      switch item {
      case .property(let property, let index): [(property, index)]
      case .conditional(let block): block.clauses.flatMap { properties(of: $0.items) }
      }
    }
  }

  /// The lines that a closure makes of each property, under the conditions of the source.
  func lines(_ make: (PersistedProperty, PropertyIndex) -> [String]) -> [String] {
    Self.lines(of: items, make)
  }

  private static func lines(
    of items: [Item],
    _ make: (PersistedProperty, PropertyIndex) -> [String]
  ) -> [String] {
    items.flatMap { item -> [String] in
      switch item {
      case .property(let property, let index):
        return make(property, index)
      case .conditional(let block):
        return block.clauses.flatMap { [$0.directive] + lines(of: $0.items, make) } + ["#endif"]
      }
    }
  }
}
