import Foundation
import ObjectGraph
import Testing

@Suite struct ExplainTests {
  private func plan(_ predicate: Predicate<QueryPerson>) throws -> FetchPlan {
    try QueryWorld(seed: 1, count: 4).context.explain(FetchDescriptor(predicate: predicate))
  }

  @Test func `what records answer stands in the filter and what objects answer in the residual`() throws {
    let name = "Anna"
    let plan = try plan(#Predicate { $0.name == name && $0.greeting.contains("An") && $0.isActive })
    #expect(plan.filter == "($0.name == \"Anna\") && $0.isActive")
    #expect(plan.residual?.hasSuffix(".contains(\"An\")") == true, "\(plan)")
  }

  @Test func `values that are decoded are part of the filter`() throws {
    let plan = try plan(#Predicate { $0.tags.contains("red") || $0.number == 3 })
    #expect(plan.residual == nil)
    #expect(plan.filter?.contains("$0.tags.contains(\"red\")") == true, "\(plan)")
    #expect(plan.filter?.contains("$0.number == 3") == true, "\(plan)")
  }

  @Test func `an object's identity is looked up`() throws {
    let world = try QueryWorld(seed: 1, count: 4)
    let id = world.people[0].persistentModelID
    let plan = try world.context.explain(
      FetchDescriptor<QueryPerson>(predicate: #Predicate { $0.persistentModelID == id })
    )
    #expect(plan.source == "1 identifiers")
  }

  @Test func `limit, offset and an order that needs objects are told`() throws {
    let world = try QueryWorld(seed: 1, count: 4)
    var descriptor = FetchDescriptor<QueryPerson>(sortBy: [SortDescriptor(\.greeting, order: .reverse)])
    descriptor.fetchLimit = 3
    descriptor.fetchOffset = 1
    let plan = try world.context.explain(descriptor)
    #expect(plan.limit == 3 && plan.offset == 1)
    #expect(plan.sort.count == 1 && plan.sort[0].hasSuffix("descending (on objects)"))
  }
}
