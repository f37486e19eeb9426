import Foundation
import LogStore
import Testing

@testable import ObjectGraph

/// `OBJECTGRAPH_PREDICATE_CASES` sets the number of predicates, `OBJECTGRAPH_PREDICATE_SEED` the first seed.
@Suite struct RandomPredicateTests {
  private static let cases = number("OBJECTGRAPH_PREDICATE_CASES") ?? 2000
  private static let firstSeed = number("OBJECTGRAPH_PREDICATE_SEED") ?? 1
  private static let seeds = (0..<8).map { UInt64(firstSeed + $0) }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(arguments: seeds)
  func `random predicates find what Foundation finds, on records and on objects`(seed: UInt64) throws {
    let world = try QueryWorld(seed: seed, count: 40)
    let root = try #require(world.context.schema.descriptor(for: QueryPerson.self))
    var predicates = RandomPredicates(seed: seed &* 0x9E37_79B9)
    print("random predicates: seed \(seed), \(Self.cases / Self.seeds.count) cases")
    for number in 0..<Self.cases / Self.seeds.count {
      let predicate = predicates.next()
      let context = LoweringContext(resolver: world.context.core.resolver, store: nil)
      let object = LoweringTerm.object(ObjectTerm(path: FilterPath(), entity: root))
      let node = try #require(predicate.expression as? any Lowerable<Bool>)
      let text = context.binding(predicate.variable.key, to: object) { node.text(context) }
      let label = "seed \(seed), case \(number): \(text)"
      let wanted = try Set(world.people.filter { try predicate.evaluate($0) }.map(\.persistentModelID))
      let descriptor = FetchDescriptor(predicate: predicate)
      let found = try world.context.fetchIdentifiers(descriptor)
      #expect(Set(found) == wanted && found.count == wanted.count, "\(label)")
      #expect(try world.context.fetchCount(descriptor) == wanted.count, "\(label)")
      let builder = ProgramBuilder(context, readsRecords: false)
      _ = builder.declare(predicate.variable.key)
      let program = try #require(
        context.binding(predicate.variable.key, to: object) { node.program(builder) },
        "\(label)"
      )
      let onObjects = try world.people.filter {
        try program.run(ProgramFrame([$0], count: builder.variableCount))
      }
      #expect(Set(onObjects.map(\.persistentModelID)) == wanted, "on objects, \(label)")
    }
  }
}
