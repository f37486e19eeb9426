import LogStore
import Testing

/// A store whose content before the damage is known, and its repair.
struct DamagedStore {
  static let path = "/damaged.store"
  static let target = "/repaired.store"

  let io = MemoryStorageIO()
  let paths = StorePaths(root: DamagedStore.path)
  /// Each object before the damage, as a line of a dump, by its id.
  private(set) var lines: [UInt64: String] = [:]
  /// Where its record lay.
  private(set) var places: [UInt64: (path: String, range: Range<UInt64>)] = [:]

  /// How the store was left.
  enum Ending {
    case closed
    case compacted
    /// As a crash leaves it.
    case open
  }

  /// Makes a store of owners, dogs, cats and tags, with updates and deletions, many-to-many and one-way
  /// relationships.
  init(objects: Int, _ ending: Ending, seed: UInt64 = 1) throws {
    var random = SeededGenerator(seed: seed)
    let options = StoreOptions(backgroundWork: .inline, segmentSize: 256 << 10, compaction: .manual)
    let fixture = try GraphFixture(io: io, options: options, path: "/origin.store")
    var owners: [ObjectID] = []
    var animals: [ObjectID] = []
    var tags: [ObjectID] = []
    var made = 0
    while made < objects {
      var batch = WriteBatch(author: "test")
      let tag = try fixture.insert("Tag", ["label": .string("tag \(tags.count)")], into: &batch)
      tags.append(tag)
      let owner = try fixture.insert("Owner", ["title": .string("owner \(owners.count)")], into: &batch)
      owners.append(owner)
      batch.setMembers(of: owner, fixture.property("Owner", "tags"), to: Array(tags.suffix(3)))
      let count = Int.random(in: 1...min(400, max(1, objects - made)), using: &random)
      for number in 0..<count {
        let values: [String: StoredValue] = [
          "name": .string("animal \(made + number)"), "age": .int(Int64(number)), "owner": .reference(owner),
        ]
        animals.append(try fixture.insert(number % 3 == 0 ? "Cat" : "Dog", values, into: &batch))
      }
      let watched = (0..<3).compactMap { _ in animals.randomElement(using: &random) }
      batch.setMembers(of: owner, fixture.property("Owner", "watched"), to: Array(Set(watched)).sorted())
      try fixture.store.commit(batch)
      made += count + 2
    }
    var batch = WriteBatch()
    for place in stride(from: 5, to: animals.count, by: 37) {
      let entity = fixture.store.snapshot().entity(of: animals[place]).map {
        fixture.schema.catalog.name(of: $0)
      }
      try fixture.update(animals[place], entity ?? "", ["age": .int(-1)], in: &batch)
    }
    try fixture.store.commit(batch)
    batch = WriteBatch()
    for place in stride(from: 11, to: animals.count, by: 41) { batch.delete(animals[place]) }
    try fixture.store.commit(batch)
    if ending == .compacted { try fixture.store.compact() }
    if ending != .open { try fixture.store.close() }
    try io.copyTree("/origin.store", to: io, at: Self.path)
    if ending == .open { try fixture.store.close() }
    try learn()
  }

  /// Remembers what is in the store.
  private mutating func learn() throws {
    let state = try StoreInspection(at: Self.path, io: io).state(openingWith: nil)
    lines = Self.lines(try StoreText.dump(state))
    for id in lines.keys {
      let location = Location(word: state.locations[id])
      guard let path = state.segments[location.segment]?.file.path else { continue }
      let size = UInt64(max(location.sizeBound, 64))
      places[id] = (path, location.offset..<location.offset + size)
    }
  }

  private static func lines(_ dump: String) -> [UInt64: String] {
    var lines: [UInt64: String] = [:]
    for line in dump.split(separator: "\n") {
      let digits = line.dropFirst("{\"id\":".count).prefix { $0.isNumber }
      lines[UInt64(digits) ?? 0] = String(line)
    }
    return lines
  }

  // MARK: Damage

  /// All files with their sizes, in a fixed order.
  func files() throws -> [(path: String, size: Int)] {
    try io.files(below: Self.path).map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
  }

  /// Overwrites sectors of 512 bytes that are chosen among all bytes of the files with garbage.
  ///
  /// - Returns: Which.
  func damageSectors(
    _ count: Int,
    _ random: inout SeededGenerator,
    where isWanted: (String, Range<UInt64>) -> Bool = { _, _ in true }
  ) throws -> [(path: String, range: Range<UInt64>)] {
    let sectors = try files()
      .flatMap { file in stride(from: 0, to: file.size, by: 512).map { (file.path, $0, file.size) } }
      .filter { isWanted($0.0, UInt64($0.1)..<UInt64($0.1 + 512)) }
    return try (0..<count).map { _ in
      let (path, start, size) = sectors[Int.random(in: 0..<sectors.count, using: &random)]
      let bytes = (0..<min(512, size - start)).map { _ in UInt8.random(in: 0...255, using: &random) }
      try io.open(path, .readWrite).write(bytes, at: UInt64(start))
      return (path, UInt64(start)..<UInt64(start + bytes.count))
    }
  }

  // MARK: Repair

  /// Repairs the store, and checks what every repair has to fulfil: the old store is as it was, the new one is
  /// sound, and each object is as it was unless a loss says otherwise.
  @discardableResult
  func repair(_ note: String = "") throws -> RepairReport {
    let before = try io.files(below: Self.path)
    let report = try StoreRepair.run(at: Self.path, to: Self.target, io: io)
    #expect(try io.files(below: Self.path) == before)
    let check = try StoreCheck.run(at: Self.target, io: io)
    if !report.losses.contains(where: { $0.kind == .contradiction }) {
      #expect(check.findings == [], "\(note)")
    }
    let found = Self.lines(try StoreText.dump(at: Self.target, io))
    #expect(found.count == report.objects, "\(note)")
    let named = Set(
      report.losses.compactMap { $0.object?.rawValue } + report.losses.compactMap { $0.other?.rawValue }
    )
    let gone = Set(
      report.losses.filter { $0.kind == .object || $0.kind == .doubtful }.compactMap { $0.object?.rawValue }
    )
    let hasUnnamed = report.losses.contains {
      $0.kind == .bytes || $0.kind == .log || ($0.kind == .reference && $0.object == nil)
    }
    for (id, line) in lines where found[id] != line {
      // A to-many of an owner changes with what is lost.
      let isMember = found[id].map { Self.leavingOut(gone, line) == Self.leavingOut([], $0) } ?? false
      #expect(
        named.contains(id) || isMember || hasUnnamed,
        "\(note): \(line) became \(found[id] ?? "nothing")"
      )
    }
    for id in found.keys where lines[id] == nil {
      #expect(hasUnnamed || named.contains(id), "\(note): object \(id) came back")
    }
    return report
  }

  private static func leavingOut(_ ids: Set<UInt64>, _ line: String) -> [String] {
    line.split { !$0.isNumber }.map(String.init).filter { UInt64($0).map { !ids.contains($0) } ?? true }
  }

  /// The objects of the repaired store.
  func repaired() throws -> [UInt64: String] { Self.lines(try StoreText.dump(at: Self.target, io)) }

  /// Removes the repaired store.
  func removeTarget() throws { try Self.remove(Self.target, io) }

  private static func remove(_ path: String, _ io: any StorageIO) throws {
    guard let found = try io.metadata(path) else { return }
    guard found.kind == .directory else { return try io.remove(path) }
    for name in try io.contents(ofDirectory: path) { try remove(path + "/" + name, io) }
    try io.removeDirectory(path)
  }
}
