import LogStore
import LogStoreTesting
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Random operations against a model in dictionaries. `LOGSTORE_RANDOM_SEED` chooses the seed.
struct RandomTests {
  @Test func `twenty thousand random operations leave what a model in dictionaries says`() throws {
    let seed = getenv("LOGSTORE_RANDOM_SEED").flatMap { UInt64(String(cString: $0)) } ?? 20_261_130
    var run = try RandomRun(seed: seed)
    while run.operations < 20_000 {
      guard let problem = try run.step() else { continue }
      Issue.record("seed \(seed), after \(run.operations) operations (\(run.last)): \(problem)")
      return
    }
    if let problem = try run.reopen(closing: true) { Issue.record("seed \(seed), at the end: \(problem)") }
  }
}

/// A store and its model, changed alike.
private struct RandomRun {
  private var generator: SeededGenerator
  private let disk: SimulatedDisk
  private var fixture: GraphFixture
  private var model = RandomModel()
  private var names = 0
  private(set) var operations = 0
  private(set) var last = ""
  private var batch = WriteBatch()

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    disk = SimulatedDisk(seed: seed, options: SimulatedDiskOptions(clockStep: 3000))
    fixture = try GraphFixture(io: disk.storage, options: StoreOptions(segmentSize: 64 << 10))
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &generator) }

  private mutating func some(_ ids: [ObjectID], _ count: Int) -> [ObjectID] {
    var ids = ids.sorted()
    let count = min(count, ids.count)
    for index in 0..<count { ids.swapAt(index, index + below(ids.count - index)) }
    return Array(ids.prefix(count))
  }

  /// One commit, compaction or reopening.
  ///
  /// - Returns: What is wrong.
  mutating func step() throws -> String? {
    batch = WriteBatch()
    let choice = below(1000)
    let isFull = model.animals.count > 150 || model.owners.count > 40
    switch choice {
    case 0..<6: return try reopen(closing: choice < 4)
    case 6..<8:
      last = "compact"
      operations += 1
      try fixture.store.compact()
      return nil
    case 8..<350 where !isFull: try insert()
    case 8..<350: delete()
    case 350..<600: try update()
    case 600..<640: try swapNames()
    case 640..<680: return try upsert()
    case 680..<850: members()
    default:
      if model.animals.count > 60 { delete() } else { try insert() }
    }
    try fixture.store.commit(batch)
    return nil
  }

  mutating func reopen(closing: Bool) throws -> String? {
    last = closing ? "close" : "kill"
    operations += 1
    if let problem = try model.difference(fixture) { return "before reopening: \(problem)" }
    if closing { try fixture.store.close() }
    disk.killProcess()
    fixture = try GraphFixture(io: disk.storage, options: fixture.options)
    return try model.difference(fixture)
  }

  private mutating func insert() throws {
    last = "insert"
    for _ in 0..<1 + below(14) {
      operations += 1
      names += 1
      switch below(8) {
      case 0:
        let title = String(repeating: "t", count: below(40) == 0 ? 20_000 : below(60))
        let best = some(Array(model.animals.keys), 1).first
        let id = try fixture.insert(
          "Owner",
          ["title": .string(title), "best": best.map { .reference($0) } ?? .null],
          into: &batch
        )
        model.owners[id] = .init(title: title, best: best)
      case 1 where model.tags.count < 12:
        let id = try fixture.insert("Tag", ["label": .string("l\(names)")], into: &batch)
        model.tags[id] = []
      default:
        let kind = ["Dog", "Cat", "Animal"][below(3)]
        let owner = some(Array(model.owners.keys), 1).first
        let id = try fixture.insert(
          kind,
          [
            "name": .string("a\(names)"), "age": .int(Int64(names)),
            "owner": owner.map { .reference($0) } ?? .null,
          ],
          into: &batch
        )
        model.animals[id] = .init(kind: kind, name: "a\(names)", age: Int64(names), owner: nil)
        model.move(id, to: owner)
      }
    }
  }

  private mutating func update() throws {
    last = "update"
    for id in some(Array(model.animals.keys), 1 + below(12)) {
      operations += 1
      let age = Int64(below(1000))
      var values: [String: StoredValue] = ["age": .int(age)]
      model.animals[id]?.age = age
      if below(3) == 0 {
        let owner = below(4) == 0 ? nil : some(Array(model.owners.keys), 1).first
        values["owner"] = owner.map { .reference($0) } ?? .null
        model.move(id, to: owner)
      }
      try fixture.update(id, model.animals[id]?.kind ?? "", values, in: &batch)
    }
    for id in some(Array(model.owners.keys), below(3)) {
      operations += 1
      let best = below(3) == 0 ? nil : some(Array(model.animals.keys), 1).first
      model.owners[id]?.best = best
      try fixture.update(id, "Owner", ["best": best.map { .reference($0) } ?? .null], in: &batch)
    }
  }

  private mutating func swapNames() throws {
    last = "swap"
    let pair = some(Array(model.animals.keys), 2)
    guard pair.count == 2, let first = model.animals[pair[0]], let second = model.animals[pair[1]] else {
      return
    }
    operations += 2
    try fixture.update(pair[0], first.kind, ["name": .string(second.name)], in: &batch)
    try fixture.update(pair[1], second.kind, ["name": .string(first.name)], in: &batch)
    model.animals[pair[0]]?.name = second.name
    model.animals[pair[1]]?.name = first.name
  }

  private mutating func upsert() throws -> String? {
    last = "upsert"
    guard let id = some(Array(model.animals.keys), 1).first, let animal = model.animals[id] else {
      return nil
    }
    operations += 1
    let owner = some(Array(model.owners.keys), 1).first
    let incoming = try fixture.insert(
      animal.kind,
      ["name": .string(animal.name), "age": .int(-1), "owner": owner.map { .reference($0) } ?? .null],
      into: &batch
    )
    model.animals[id]?.age = -1
    model.move(id, to: owner)
    let receipt = try fixture.store.commit(batch)
    return receipt.forwarded.first?.incoming == incoming && receipt.forwarded.first?.survivor == id
      ? nil : "\(incoming) was not forwarded to \(id): \(receipt.forwarded)"
  }

  private mutating func members() {
    last = "members"
    operations += 1
    guard let owner = some(Array(model.owners.keys), 1).first else { return }
    switch below(4) {
    case 0:
      let list = (model.owners[owner]?.pets ?? []).shuffled(using: &generator)
      model.owners[owner]?.pets = list
      batch.setMembers(of: owner, fixture.property("Owner", "pets"), to: list)
    case 1:
      let list = some(Array(model.animals.keys), below(8))
      model.owners[owner]?.watched = list
      batch.setMembers(of: owner, fixture.property("Owner", "watched"), to: list)
    case 2:
      let list = some(Array(model.tags.keys), below(6))
      model.setTags(of: owner, to: list)
      batch.setMembers(of: owner, fixture.property("Owner", "tags"), to: list)
    default:
      guard let tag = some(Array(model.tags.keys), 1).first else { return }
      let list = some(Array(model.owners.keys), below(6))
      model.setOwners(of: tag, to: list)
      batch.setMembers(of: tag, fixture.property("Tag", "owners"), to: list)
    }
  }

  private mutating func delete() {
    last = "delete"
    let gone =
      some(Array(model.animals.keys), below(10)) + some(Array(model.tags.keys), below(9) == 0 ? 1 : 0)
      + some(Array(model.owners.keys), below(3))
    for id in gone {
      operations += 1
      batch.delete(id)
      model.delete(id)
    }
  }
}
