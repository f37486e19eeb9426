import LogStore
import ObjectGraph
import Synchronization
import Testing

/// Lives as long as the object that holds it, whether the program or a fetch made that object.
final class ChainLife {
  static let living = Atomic<Int>(0)
  init() { Self.living.wrappingAdd(1, ordering: .relaxed) }
  deinit { Self.living.wrappingSubtract(1, ordering: .relaxed) }
}

@Model final class ChainLink {
  @Attribute(.unique) var number: Int
  var next: ChainLink?
  @Transient var life = ChainLife()
  init(number: Int, next: ChainLink?) {
    self.number = number
    self.next = next
  }
}

@Model final class PairParent {
  var number: Int
  @Relationship(deleteRule: .cascade, inverse: \PairChild.parent) var children: [PairChild] = []
  @Transient var life = ChainLife()
  init(number: Int) { self.number = number }
}

@Model final class PairChild {
  var number: Int
  var parent: PairParent?
  @Transient var life = ChainLife()
  init(number: Int, parent: PairParent) {
    self.number = number
    self.parent = parent
  }
}

@Suite(.serialized) struct LongChainTests {
  /// A million where it is quick, or asked for. Code that is not optimised takes ten times as long, which is
  /// why it builds a tenth of that by default.
  static let length: Int = {
    if ProcessInfo.processInfo.environment["OBJECTGRAPH_LONG_TESTS"] != nil { return 1_000_000 }
    #if DEBUG
      return 100_000
    #else
      return 1_000_000
    #endif
  }()

  @Test func `a chain of registered objects is built, saved, followed and dropped on a small stack`() throws {
    let container = try inMemory(ChainLink.self)
    onSmallStack {
      do {
        try Self.buildInBatches(container)
        try Self.followFromHead(container)
      } catch {
        Issue.record(error)
      }
    }
    #expect(ChainLife.living.load(ordering: .relaxed) == 0)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<ChainLink>()) == Self.length)
  }

  @Test func `a chain that is inserted by its head and saved at once is dropped on a small stack`() throws {
    let container = try inMemory(ChainLink.self)
    onSmallStack {
      do {
        let context = ModelContext(container)
        var head = ChainLink(number: 0, next: nil)
        for number in 1..<Self.length { head = ChainLink(number: number, next: head) }
        context.insert(head)
        #expect(context.insertedModelsArray.count == Self.length)
        try context.save()
        #expect(!context.hasChanges)
      } catch {
        Issue.record(error)
      }
    }
    #expect(ChainLife.living.load(ordering: .relaxed) == 0)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<ChainLink>()) == Self.length)
  }

  @Test func `a chain that is not saved is taken back and dropped on a small stack`() throws {
    let container = try inMemory(ChainLink.self)
    onSmallStack {
      do {
        let context = ModelContext(container)
        var head: ChainLink?
        for number in 0..<Self.length {
          let link = ChainLink(number: number, next: head)
          context.insert(link)
          head = link
        }
        #expect(head?.next?.next?.number == Self.length - 3)
        context.rollback()
        #expect(head?.modelContext == nil && head?.next == nil)
        head = nil
        #expect(try context.fetchCount(FetchDescriptor<ChainLink>()) == 0)
      } catch {
        Issue.record(error)
      }
    }
    #expect(ChainLife.living.load(ordering: .relaxed) == 0)
  }

  /// Makes the chain with every object registered and held, and saves it in ten parts.
  private static func buildInBatches(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    var held: [ChainLink] = []
    held.reserveCapacity(length)
    for number in 0..<length {
      let link = ChainLink(number: number, next: held.last)
      context.insert(link)
      held.append(link)
      if (number + 1) % (length / 10) == 0 { try context.save() }
    }
    #expect(ChainLife.living.load(ordering: .relaxed) == length)
    #expect(held[length / 2].next === held[length / 2 - 1])
  }

  /// Loads a part of the chain link by link.
  private static func followFromHead(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let last = length - 1
    var descriptor = FetchDescriptor<ChainLink>(predicate: #Predicate { $0.number == last })
    descriptor.fetchLimit = 1
    var link = try #require(try context.fetch(descriptor).first)
    for _ in 0..<(length / 10) { link = try #require(link.next) }
    #expect(link.number == last - length / 10)
  }

  @Test func `10,000 pairs that nobody holds are freed by trim`() throws {
    let context = ModelContext(try inMemory(PairParent.self))
    try Self.savePairs(10_000, in: context)
    context.trim()
    #expect(ChainLife.living.load(ordering: .relaxed) == 0)
    #expect(try context.fetchCount(FetchDescriptor<PairChild>()) == 10_000)
  }

  @Test func `pairs that nobody holds are bounded without trim`() throws {
    let context = ModelContext(try inMemory(PairParent.self))
    var most = 0
    for _ in 0..<40 {
      try Self.savePairs(250, in: context)
      most = max(most, ChainLife.living.load(ordering: .relaxed))
    }
    #expect(most < 6000, "\(most) of 20,000 objects lived at a time")
    let parents = try context.fetch(FetchDescriptor<PairParent>())
    #expect(parents.count == 10_000)
    #expect(parents.allSatisfy { $0.children.map(\.number) == [$0.number] })
  }

  @Test func `reading pairs in batches keeps few of them in memory`() throws {
    let container = try inMemory(PairParent.self)
    try Self.savePairs(10_000, in: ModelContext(container))
    let context = ModelContext(container)
    var sum = 0
    var most = 0
    try context.enumerate(FetchDescriptor<PairParent>(), batchSize: 500) { parent in
      sum += parent.children.first?.number ?? 0
      most = max(most, ChainLife.living.load(ordering: .relaxed))
    }
    #expect(sum == (0..<10_000).reduce(0, +))
    #expect(most < 6000, "\(most) of 20,000 objects lived at a time")
  }

  private static func savePairs(_ count: Int, in context: ModelContext) throws {
    for number in 0..<count {
      let parent = PairParent(number: number)
      context.insert(PairChild(number: number, parent: parent))
      #expect(parent.children.count == 1)
    }
    try context.save()
  }
}
