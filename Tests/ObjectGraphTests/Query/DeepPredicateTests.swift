import Foundation
import Testing

@testable import ObjectGraph

@Suite struct DeepPredicateTests {
  /// `leaf + 1 + 1 …`, compared with a number.
  private func sum<Leaf: StandardPredicateExpression<Int>>(
    _ leaf: Leaf,
    _ levels: Int,
    equals number: Int
  ) -> any StandardPredicateExpression<Bool> {
    let one = PredicateExpressions.build_Arg(1)
    guard levels > 0 else {
      return PredicateExpressions.build_Equal(lhs: leaf, rhs: PredicateExpressions.build_Arg(number))
    }
    return sum(
      PredicateExpressions.build_Arithmetic(lhs: leaf, rhs: one, op: .add),
      levels - 1,
      equals: number
    )
  }

  @Test(.timeLimit(.minutes(1)), arguments: [3, 40])
  func `a deep term over a computed property is left to the objects without trying every combination`(
    levels: Int
  ) throws {
    let world = try QueryWorld(seed: 5)
    let wanted = try #require(world.people.first).greeting.count + levels
    let predicate = Predicate<QueryPerson> { person in
      let greeting = PredicateExpressions.build_KeyPath(root: person, keyPath: \.greeting)
      return sum(PredicateExpressions.build_KeyPath(root: greeting, keyPath: \.count), levels, equals: wanted)
    }
    let root = try #require(world.context.schema.descriptor(for: QueryPerson.self))
    #expect(try lower(predicate, root: root, resolver: world.context.core.resolver).residual != nil)
    let found = try world.context.fetch(FetchDescriptor(predicate: predicate))
    #expect(Set(found) == Set(world.people.filter { $0.greeting.count + levels == wanted }))
  }
}
