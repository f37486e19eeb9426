import Foundation
import Testing

@testable import ObjectGraph

@Suite struct PredicateDifferentialTests {
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `fetches find what Foundation finds on the objects, without asking it`(seed: UInt64) throws {
    var world = try QueryWorld(seed: seed)
    let root = try #require(world.context.schema.descriptor(for: QueryPerson.self))
    let resolver = world.context.core.resolver
    for _ in 0..<3 {
      let shapes = world.shapes()
      for shape in shapes.all {
        let lowered = try lower(shape.predicate, root: root, resolver: resolver)
        if shape.isExact { #expect(lowered.residual == nil, "'\(shape.name)' is not lowered") }
        let found = try world.context.fetch(FetchDescriptor(predicate: shape.predicate))
        let wanted = try world.people.filter { try shape.predicate.evaluate($0) }
        let difference = Set(found).symmetricDifference(wanted)
        #expect(
          difference.isEmpty && found.count == wanted.count,
          "'\(shape.name)', seed \(seed): \(difference.map(\.name)) with \(shapes)"
        )
      }
    }
  }

  @Test func `sort descriptors become keys unless their order is not the store's`() throws {
    let world = try QueryWorld(seed: 1, count: 4)
    let root = try #require(world.context.schema.descriptor(for: QueryPerson.self))
    let resolver = world.context.core.resolver
    func keys(_ sort: SortDescriptor<QueryPerson>...) -> Int? {
      lowerSort(sort, root: root, resolver: resolver)?.count
    }
    #expect(keys(SortDescriptor(\.name), SortDescriptor(\.age, order: .reverse)) == 2)
    #expect(keys(SortDescriptor(\.boss?.name)) == 1)
    #expect(keys(SortDescriptor(\.boss?.boss?.name)) == 1)
    #expect(keys(SortDescriptor(\.born)) == 1)
    #expect(keys(SortDescriptor(\.name.count)) == nil)
  }
}
