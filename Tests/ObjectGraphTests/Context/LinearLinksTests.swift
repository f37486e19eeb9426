import ObjectGraph
import Testing

/// Costs that must grow with the number of objects and not with its square: eight times as many must cost less than
/// three times as much each (24 times as much in all), where the square would make it eight times (64 in all).
/// Processor time of the thread is compared, so that a busy machine changes nothing.
@Suite(.serialized) struct LinearLinksTests {
  private func growth(_ body: (Int) -> Void) -> Double {
    func best(_ count: Int) -> Double {
      var best = Double.infinity
      for _ in 0..<2 {
        let start = Self.processorTime
        body(count)
        best = min(best, Self.processorTime - start)
      }
      return best
    }
    body(100)
    let small = best(500)
    return best(4000) / small
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func `children that name an unregistered parent cost the same each`() {
    let factor = growth { count in
      let town = Town("a")
      var keep: [Resident] = []
      for number in 0..<count {
        let resident = Resident("\(number)", 1)
        resident.town = town
        keep.append(resident)
      }
      #expect(town.residents.count == count)
    }
    #expect(factor < 24)
  }

  @Test func `children that are added to an unregistered parent cost the same each`() {
    let factor = growth { count in
      let town = Town("a")
      for number in 0..<count { town.residents.append(Resident("\(number)", 1)) }
      #expect(town.residents.count == count)
    }
    #expect(factor < 24)
  }

  @Test func `children that name a registered parent cost the same each`() {
    let factor = growth { count in
      guard let container = try? inMemory(Town.self, Resident.self) else { return }
      let context = ModelContext(container)
      let town = Town("a")
      context.insert(town)
      for number in 0..<count { Resident("\(number)", 1).town = town }
      #expect(town.residents.count == count)
    }
    #expect(factor < 24)
  }

  @Test func `upserts cost the same each`() {
    let factor = growth { count in
      guard let container = try? inMemory(Town.self, Resident.self) else { return }
      let context = ModelContext(container)
      for age in 0..<2 {
        for number in 0..<count { context.insert(Resident("\(number)", age)) }
        try? context.save()
      }
      #expect((try? context.fetchCount(FetchDescriptor<Resident>())) == count)
    }
    #expect(factor < 24)
  }
}
