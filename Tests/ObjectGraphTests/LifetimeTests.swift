import Foundation
import LogStore
import ObjectGraph
import Synchronization
import Testing

@Model final class Tracked {
  static let living = Atomic<Int>(0)
  var number: Int
  var parent: Tracked?
  @Relationship(inverse: \Tracked.parent) var children: [Tracked] = []
  init(number: Int) {
    self.number = number
    Tracked.living.wrappingAdd(1, ordering: .relaxed)
  }
  deinit { Tracked.living.wrappingSubtract(1, ordering: .relaxed) }
}

/// Runs a body on a thread with a small stack.
func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = 512 * 1024
  thread.start()
  done.wait()
}

@Suite(.serialized) struct LifetimeTests {
  @Test func `a million links that were never inserted are dropped on a small stack`() {
    onSmallStack {
      var head = Link(number: 0)
      for number in 1..<1_000_000 { head = Link(number: number, next: head) }
      #expect(head.number == 999_999)
    }
  }

  @Test func `long chains are inserted, saved and dropped on a small stack`() throws {
    let container = try inMemory(Link.self)
    onSmallStack {
      do {
        let context = ModelContext(container)
        var head = Link(number: 0)
        for number in 1..<20_000 { head = Link(number: number, next: head) }
        context.insert(head)
        try context.save()
        #expect(context.insertedModelsArray.isEmpty)
      } catch {
        Issue.record(error)
      }
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Link>()) == 20_000)
  }

  @Test func `parents and children that nobody holds are freed by trim`() throws {
    let before = Tracked.living.load(ordering: .relaxed)
    let context = ModelContext(try inMemory(Tracked.self))
    do {
      for number in 0..<1000 {
        let parent = Tracked(number: number)
        let child = Tracked(number: -number)
        parent.children.append(child)
        context.insert(parent)
      }
      try context.save()
    }
    context.trim()
    #expect(Tracked.living.load(ordering: .relaxed) == before)
    #expect(try context.fetchCount(FetchDescriptor<Tracked>()) == 2000)
  }

  @Test func `an unregistered parent and its children are freed without help`() {
    let before = Tracked.living.load(ordering: .relaxed)
    do {
      let parent = Tracked(number: 0)
      for number in 1...10 { parent.children.append(Tracked(number: number)) }
      let late = Tracked(number: 11)
      late.parent = parent
      #expect(parent.children.count == 11)
    }
    #expect(Tracked.living.load(ordering: .relaxed) == before)
  }
}
