import Foundation
import ObjectGraph
import Testing

/// Two contexts change one object.
@Suite struct MergePolicyTests {
  private struct World {
    let container: ModelContainer
    let here: ModelContext
    let there: ModelContext
    let mine: Resident
    let theirs: Resident

    init(_ policy: MergePolicy) throws {
      container = try inMemory(Resident.self, Town.self)
      here = ModelContext(container)
      there = ModelContext(container)
      here.mergePolicy = policy
      mine = Resident("x", 1)
      here.insert(mine)
      for name in ["a", "b"] { here.insert(Town(name)) }
      try here.save()
      theirs = try there.fetch(FetchDescriptor<Resident>())[0]
    }

    func town(_ name: String, _ context: ModelContext) throws -> Town {
      try context.fetch(FetchDescriptor<Town>(predicate: #Predicate { $0.name == name }))[0]
    }

    /// Commits a change in the moment before the context here does.
    func beforeSaving(_ change: @escaping @Sendable (Resident, ModelContext) -> Void) -> any NSObjectProtocol
    {
      let container = container
      return NotificationCenter.default.addObserver(forName: ModelContext.willSave, object: here, queue: nil)
      { _ in
        #expect(throws: Never.self) {
          let context = ModelContext(container)
          change(try context.fetch(FetchDescriptor<Resident>())[0], context)
          try context.save()
        }
      }
    }

    func stored() throws -> Resident {
      try ModelContext(container).fetch(FetchDescriptor<Resident>())[0]
    }
  }

  private static let policies: [MergePolicy] = [.objectTrump, .storeTrump, .error, .overwrite, .rollback]

  @Test(arguments: [MergePolicy.objectTrump, .storeTrump, .error, .rollback])
  func `changes of different properties are merged under a policy`(policy: MergePolicy) throws {
    let world = try World(policy)
    world.mine.age = 2
    world.theirs.name = "y"
    try world.there.save()
    try world.here.save()
    #expect(world.mine.age == 2 && world.mine.name == "y")
    let stored = try world.stored()
    #expect(stored.age == 2 && stored.name == "y")
  }

  @Test(arguments: policies)
  func `a commit in the moment before this one is under the policy too`(policy: MergePolicy) throws {
    let world = try World(policy)
    let observer = world.beforeSaving { resident, _ in
      resident.age = 3
      resident.name = "y"
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    world.mine.age = 2
    if policy == .error {
      #expect(throws: ObjectGraphError.self) { try world.here.save() }
    } else {
      try world.here.save()
    }
    let stored = try world.stored()
    #expect(stored.age == ([.objectTrump, .overwrite].contains(policy) ? 2 : 3))
    #expect(stored.name == (policy == .overwrite ? "x" : "y"))
    if policy != .error { #expect(world.mine.age == stored.age && world.mine.name == stored.name) }
  }

  @Test(arguments: policies)
  func `a deletion in the moment before a save is under the policy too`(policy: MergePolicy) throws {
    let world = try World(policy)
    let observer = world.beforeSaving { resident, context in context.delete(resident) }
    defer { NotificationCenter.default.removeObserver(observer) }
    world.mine.age = 2
    if [.storeTrump, .rollback].contains(policy) {
      try world.here.save()
      #expect(try world.here.fetch(FetchDescriptor<Resident>()).isEmpty)
    } else {
      let error = #expect(throws: ObjectGraphError.self) { try world.here.save() }
      #expect("\(String(describing: error))".contains("another context has deleted it"))
    }
  }

  @Test func `overwriting writes all values of the object`() throws {
    let world = try World(.overwrite)
    world.mine.age = 2
    world.theirs.name = "y"
    try world.there.save()
    try world.here.save()
    let stored = try world.stored()
    #expect(stored.age == 2 && stored.name == "x")
  }

  @Test func `of two values for one property the one of the object wins by default`() throws {
    let world = try World(.objectTrump)
    world.mine.age = 2
    world.theirs.age = 3
    try world.there.save()
    try world.here.save()
    #expect(try world.stored().age == 2)
  }

  @Test func `of two values for one property the stored one wins on request`() throws {
    let world = try World(.storeTrump)
    world.mine.age = 2
    world.mine.name = "z"
    world.theirs.age = 3
    try world.there.save()
    try world.here.save()
    #expect(world.mine.age == 3 && world.mine.name == "z")
    let stored = try world.stored()
    #expect(stored.age == 3 && stored.name == "z")
  }

  @Test func `rolling back a conflict drops all changes of the object`() throws {
    let world = try World(.rollback)
    world.mine.age = 2
    world.mine.name = "z"
    world.theirs.age = 3
    try world.there.save()
    try world.here.save()
    #expect(world.mine.age == 3 && world.mine.name == "x" && !world.here.hasChanges)
  }

  @Test func `two values for one property are an error on request, and stay pending`() throws {
    let world = try World(.error)
    world.mine.age = 2
    world.theirs.age = 3
    try world.there.save()
    for _ in 0..<2 {
      do {
        try world.here.save()
        Issue.record("saved")
      } catch ObjectGraphError.conflict(let message) {
        #expect(message.contains("age of Resident/"))
      }
    }
    #expect(world.mine.age == 2 && world.here.hasChanges)
    #expect(try world.stored().age == 3)
  }

  @Test func `the same value on both sides is no conflict`() throws {
    let world = try World(.error)
    world.mine.age = 2
    world.theirs.age = 2
    try world.there.save()
    try world.here.save()
    #expect(!world.here.hasChanges)
  }

  @Test func `a stored reference that wins moves the object at both ends`() throws {
    let world = try World(.storeTrump)
    let a = try world.town("a", world.here)
    let b = try world.town("b", world.here)
    world.mine.town = a
    world.theirs.town = try world.town("b", world.there)
    try world.there.save()
    try world.here.save()
    #expect(world.mine.town === b)
    #expect(a.residents.isEmpty && b.residents.count == 1)
    #expect(try world.stored().town?.name == "b")
  }

  @Test(arguments: policies)
  func `an object that was changed here and deleted there is settled`(policy: MergePolicy) throws {
    let world = try World(policy)
    world.mine.age = 77
    world.there.delete(world.theirs)
    try world.there.save()
    switch policy {
    case .objectTrump, .overwrite, .error:
      for _ in 0..<2 {
        do {
          try world.here.save()
          Issue.record("saved")
        } catch ObjectGraphError.conflict {
        }
      }
      #expect(world.mine.age == 77)
    case .storeTrump, .rollback:
      try world.here.save()
      #expect(world.mine.modelContext == nil && !world.here.hasChanges)
    }
  }
}
