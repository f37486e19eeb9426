import LogStore
import LogStoreTesting
import Testing

/// Losses of power at every step of commits with blobs.
struct BlobCrashTests {
  /// Images by the names of their photos.
  private typealias Content = [String: [UInt8]?]

  private static func content(_ store: Store) throws -> Content {
    var content: Content = [:]
    let snapshot = store.snapshot()
    guard let photo = snapshot.catalog.entity(named: "Photo") else { return [:] }
    var ids: [ObjectID] = []
    try snapshot.forEachObject(of: photo.id) { id in
      ids.append(id)
      return true
    }
    for id in ids {
      let name = try snapshot.withRecord(id) { view, _ in view.string(0) } ?? ""
      content[name] = .some(try BlobFixture.image(id, in: snapshot))
    }
    return content
  }

  /// A step, and what the store holds after it.
  private typealias Step = (name: String, run: (BlobFixture) throws -> Void)

  private static func steps() -> [Step] {
    let a = BlobFixture.bytes(3000, seed: 1)
    let b = BlobFixture.bytes(6000, seed: 2)
    func photo(_ name: String, _ fixture: BlobFixture) throws -> ObjectID {
      let field = FilterExpression.attribute(FilterPath(), try fixture.property("name"))
      return try #require(try fixture.find(.compare(.equal, field, .constant(.string(name)))).first)
    }
    return [
      ("put", { try $0.insert("a", a) }),
      ("put another one", { try $0.insert("b", b) }),
      ("replace", { try $0.update(photo("a", $0), "a", .bytes(b)) }),
      ("clear", { try $0.update(photo("b", $0), "b", nil) }),
      (
        "many in one commit",
        { fixture in
          var batch = WriteBatch()
          for name in ["c", "d", "e"] {
            _ = try fixture.insert(name, ["image": .bytes(a)], in: &batch)
          }
          try fixture.store.commit(batch)
        }
      ),
      (
        "move",
        { fixture in
          let old = try photo("c", fixture)
          var batch = WriteBatch()
          batch.delete(old)
          _ = try fixture.insert("f", ["image": .blob(try fixture.reference(old))], in: &batch)
          try fixture.store.commit(batch)
        }
      ),
      ("delete", { try $0.delete(photo("d", $0)) }),
      ("compact", { try $0.store.compact() }),
      ("put again", { try $0.insert("g", b) }),
      ("checkpoint", { try $0.store.checkpoint() }),
      ("delete the last", { try $0.delete(photo("g", $0)) }),
    ]
  }

  @Test(arguments: [StoreOptions.Durability.full, .relaxed])
  func `whatever a loss of power leaves, every value that a record names is whole, and nothing else is there`(
    durability: StoreOptions.Durability
  ) throws {
    let disk = SimulatedDisk(seed: 11)
    var options = BlobFixture.options
    options.durability = durability
    options.syncInterval = 1 << 40
    let fixture = try BlobFixture(io: disk.storage, options: options)
    try fixture.store.sync()
    var allowed = [try Self.content(fixture.store)]
    var states = 0
    for step in Self.steps() {
      disk.startRecording()
      try step.run(fixture)
      let moments = disk.takeMoments() + [disk.moment()]
      disk.stopRecording()
      let after = try Self.content(fixture.store)
      allowed.append(after)
      for (number, moment) in moments.enumerated() {
        // The last moment is after the step was acknowledged.
        let isDone = number == moments.count - 1
        let right = durability == .relaxed ? allowed : isDone ? [after] : Array(allowed.suffix(2))
        // The simulator tries the others.
        let losses = moment.losses(exhaustiveParts: 0, random: 0)
        let some = [losses[number % losses.count], losses[number * 7 % losses.count]]
        for loss in losses.prefix(2) + some {
          states += 1
          try examine(moment.disk(after: loss), options, right, "\(step.name), moment \(number), \(loss)")
        }
      }
      if durability == .full { allowed = [after] }
    }
    #expect(states > 500)
  }

  private func examine(
    _ disk: SimulatedDisk,
    _ options: StoreOptions,
    _ allowed: [Content],
    _ place: String
  ) throws {
    let fixture = try BlobFixture(io: disk.storage, options: options)
    let found: Content
    do {
      found = try Self.content(fixture.store)
    } catch {
      Issue.record("\(place): \(error)")
      return
    }
    #expect(allowed.contains { $0 == found }, "\(place): \(found.keys.sorted())")
    let report = SnapshotCheck.run(fixture.store.snapshot().state, readingBlobs: true)
    #expect(report.findings == [], "\(place)")
    let files = try fixture.files()
    #expect(files.count == fixture.store.statistics().blobs, "\(place): \(files)")
  }
}
