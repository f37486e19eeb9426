import LogStore

/// A short workload on a `CrashDisk`, with every moment that the disk notes and what the store had to hold then, had
/// the power gone.
final class CrashRun {
  /// A moment during (or right after) a step: what was acknowledged, and whether the step might count already.
  struct Point {
    var moment: CrashMoment
    /// Number of the content that has to be there at least: the last one that was durable by the rules.
    var durable: Int
    /// Number of the content that was acknowledged.
    var content: Int
    var isInStep: Bool
  }

  private let options: StoreOptions
  let seed: UInt64
  let disk: CrashDisk
  private(set) var fixture: GraphFixture
  private(set) var points: [Point] = []
  private(set) var contents: [CrashContent] = []
  private(set) var steps: [String] = []
  private var generator: SeededGenerator
  private var owners: [ObjectID] = []
  private var animals: [ObjectID] = []
  private var names = 0
  /// Number of the last content that no crash may go behind.
  private var durable = 0

  init(seed: UInt64, durability: StoreOptions.Durability = .full) throws {
    self.seed = seed
    options = StoreOptions(
      durability: durability,
      syncInterval: 300_000,
      backgroundWork: .inline,
      segmentSize: 64 << 10,
      checkpointBytes: 24 << 10
    )
    generator = SeededGenerator(seed: seed)
    disk = CrashDisk(seed: seed)
    disk.clockStep = seed % 3 == 0 ? 100 : 20_000
    fixture = try GraphFixture(io: disk, options: options)
    try fixture.store.sync()
    contents = [try CrashContent(fixture.store.snapshot())]
  }

  /// Does one random step and notes all moments in it.
  func step() throws {
    let content = contents.count - 1
    if options.durability == .full { durable = content }
    let durable = durable
    disk.observer = { [unowned self] disk in
      points.append(Point(moment: CrashMoment(disk), durable: durable, content: content, isInStep: true))
    }
    switch Int.random(in: 0..<22, using: &generator) {
    case 0..<4: try commit("small", bytes: Int.random(in: 10..<400, using: &generator))
    case 4..<7: try commitTogether(since: points.count)
    case 7..<11: try commit("medium", bytes: Int.random(in: 2000..<13_000, using: &generator))
    case 11..<14: try commit("bulk", bytes: Int.random(in: 18_000..<70_000, using: &generator))
    case 14: try abortedBulk()
    case 15..<17: try delete()
    case 17: try note("compact") { try fixture.store.compact() }
    case 18: try note("checkpoint") { try fixture.store.checkpoint() }
    case 19: try note("sync") { try fixture.store.sync() }
    case 20: try note("close") { fixture = try fixture.reopened() }
    default: try note("kill") { try reopen() }
    }
    disk.observer = nil
    contents.append(try CrashContent(fixture.store.snapshot()))
    if options.durability == .full { self.durable = content + 1 }
    points.append(
      Point(moment: CrashMoment(disk), durable: self.durable, content: content + 1, isInStep: false)
    )
  }

  /// Does what changes nothing that the store says, and makes all of it durable.
  private func note(_ text: String, _ body: () throws -> Void) throws {
    steps.append(text)
    try body()
    guard try CrashContent(fixture.store.snapshot()) == contents.last else {
      throw FixtureError(text: "\(text) changed what the store holds")
    }
    durable = contents.count
  }

  /// Opens the store as after the death of the process.
  private func reopen() throws {
    fixture = try GraphFixture(io: disk, options: options)
    durable = contents.count
  }

  private func batch(bytes: Int) throws -> (batch: WriteBatch, new: [ObjectID]) {
    var batch = WriteBatch()
    let text = String(repeating: "x", count: bytes) + "\(names)"
    let owner = try fixture.insert("Owner", ["title": .string(text)], into: &batch)
    var new: [ObjectID] = []
    for _ in 0..<2 {
      names += 1
      let holder = owners.isEmpty || Bool.random(using: &generator) ? owner : owners[owners.count - 1]
      new.append(
        try fixture.insert("Dog", ["name": .string("d\(names)"), "owner": .reference(holder)], into: &batch)
      )
    }
    let watched = fixture.property("Owner", "watched")
    batch.setMembers(
      of: owner,
      watched,
      to: animals.suffix(3).filter { fixture.store.snapshot().entity(of: $0) != nil }
    )
    if let old = owners.last { batch.setMembers(of: old, watched, to: new) }
    owners.append(owner)
    return (batch, new)
  }

  private func commit(_ kind: String, bytes: Int) throws {
    steps.append("\(kind) \(bytes)")
    let (batch, new) = try batch(bytes: bytes)
    try fixture.store.commit(batch)
    animals += new
  }

  /// Two to four commits that share a group. Where they did not, states between them are right as well, so that
  /// the moments in between are left out.
  private func commitTogether(since first: Int) throws {
    let count = Int.random(in: 2...4, using: &generator)
    steps.append("\(count) together")
    var batches: [WriteBatch] = []
    for _ in 0..<count {
      let (batch, new) = try batch(bytes: Int.random(in: 10..<1500, using: &generator))
      batches.append(batch)
      animals += new
    }
    let before = fixture.store.statistics().commitGroups
    for result in fixture.store.commit(together: batches) { _ = try result.get() }
    guard fixture.store.statistics().commitGroups != before + 1 else { return }
    try fixture.store.sync()
    durable = contents.count
    points.removeSubrange(first...)
  }

  private func abortedBulk() throws {
    let last = owners
    let (batch, _) = try batch(bytes: 50_000)
    owners = last
    var left = Int.random(in: 0..<3, using: &generator)
    steps.append("bulk without space after \(left) calls")
    disk.fault = { operation in
      guard operation == "fallocate" || operation == "pwrite" else { return nil }
      left -= 1
      return left < 0 ? .noSpace : nil
    }
    defer { disk.fault = nil }
    do throws(StoreError) {
      try fixture.store.commit(batch)
    } catch {
      disk.fault = nil
      if error.code == .poisoned || error.code == .commitOutcomeUnknown {
        try reopen()
      }
    }
  }

  private func delete() throws {
    guard owners.count > 1 else { return try commit("small", bytes: 20) }
    let owner = owners.remove(at: Int.random(in: 0..<owners.count - 1, using: &generator))
    steps.append("delete \(owner)")
    var batch = WriteBatch()
    batch.delete(owner)
    try fixture.store.commit(batch)
  }

  // MARK: Recovery

  /// Lets the power go at a point, recovers, compares, commits, lets the power go again and compares again.
  ///
  /// - Parameter nesting: Loses power once more within the recovery, at a moment chosen by this number.
  /// - Returns: What is wrong; nil if all is well.
  func failure(at index: Int, _ choice: CrashMoment.Choice, nesting: UInt64?) -> String? {
    let point = points[index]
    var disk = point.moment.disk(choice, seed: seed &+ UInt64(index) &* 977)
    do {
      if let nesting {
        var inner: [CrashMoment] = []
        disk.observer = { inner.append(CrashMoment($0)) }
        _ = try GraphFixture(io: disk, options: options)
        if !inner.isEmpty {
          let moment = inner[Int(nesting % UInt64(inner.count))]
          let choices = moment.choices
          disk = moment.disk(choices[Int(nesting / 64 % UInt64(choices.count))], seed: nesting)
        }
      }
      let again = try GraphFixture(io: disk, options: options)
      let found = try CrashContent(again.store.snapshot())
      let last = min(point.content + (point.isInStep ? 1 : 0), contents.count - 1)
      guard contents[point.durable...last].contains(found) else {
        return
          "holds \(found.records.count) objects, not the \(contents[point.content].records.count) acknowledged"
      }
      if let problem = Self.problem(again) { return problem }
      var batch = WriteBatch()
      try again.insert("Owner", ["title": .string("after")], into: &batch)
      try again.store.commit(batch)
      try again.store.sync()
      let after = try CrashContent(again.store.snapshot())
      let next = try GraphFixture(io: CrashMoment(disk).disk(.none, seed: seed), options: options)
      guard try CrashContent(next.store.snapshot()) == after else {
        return "the commit after recovery is lost"
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The first contradiction between indexes and records.
  static func problem(_ fixture: GraphFixture) -> String? {
    let report = SnapshotCheck.run(fixture.store.snapshot().state)
    return report.isClean ? nil : report.findings.first.map { "\($0)" } ?? "a check failed"
  }

  /// What happened up to a point, for a message.
  func trace(_ index: Int, _ choice: CrashMoment.Choice) -> String {
    let point = points[index]
    let done = steps.prefix(point.content + (point.isInStep ? 1 : 0)).joined(separator: ", ")
    return "seed \(seed), point \(index), \(choice); steps: \(done)\n\(point.moment.trace)"
  }
}
