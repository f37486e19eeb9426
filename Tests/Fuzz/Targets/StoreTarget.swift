import LogStore
import LogStoreTesting
import StoreTool

/// Whole stores. The bytes are a seed and a variant; what is changed is made of them, since a store is not one row of
/// bytes.
struct StoreTarget: FuzzTarget {
  private let stores: [FuzzStore]
  private let truths: [String]

  init() throws {
    stores = try FuzzStore.Variant.allCases.map { try FuzzStore($0) }
    truths = try stores.map { store in
      let check = ToolRun(["check", FuzzStore.path], try store.copy(seed: 1))
      guard check.code == .success else { throw FuzzViolation("a sound store is refused: \(check.output)") }
      return ToolRun(["dump", FuzzStore.path], try store.copy(seed: 1)).output
    }
  }

  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    var image = MutableImage()
    image.append(random.next(), 8)
    image.append([UInt8(random.below(stores.count))])
    return image.bytes
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    let bytes = Array(input)
    guard bytes.count == 9, Int(bytes[8]) < stores.count else { return false }
    var random = SimulatedRandomness(seed: bytes.number(0, 8))
    var damage = StoreDamage(stores[Int(bytes[8])])
    let isRaw = random.once(in: 4)
    if isRaw { damage.strike(&random) } else { damage.forge(&random) }
    let store = stores[Int(bytes[8])].replacing(damage.files)
    let check = ToolRun(["check", "--deep", FuzzStore.path], try store.copy(seed: 2))
    let dump = ToolRun(["dump", FuzzStore.path], try store.copy(seed: 2))
    for run in [check, dump] where run.code == .usage { throw FuzzViolation("not understood: \(run.errors)") }
    if isRaw, check.code == .success, dump.code != .success || dump.output != truths[Int(bytes[8])] {
      // Of a store that was not closed the last commits may be gone without a trace.
      if bytes[8] < 2 { throw FuzzViolation("damage that check does not see: \(dump.errors)") }
    }
    try useTool(store, &random)
    try use(store)
    return check.code == .success
  }

  /// The commands that take nothing but a store, and some that take more.
  private func useTool(_ store: FuzzStore, _ random: inout SimulatedRandomness) throws {
    var lines = [
      ["query", "Person", FilterTarget.text(&random), FuzzStore.path], ["get", "3", FuzzStore.path],
      ["count", "Person", FuzzStore.path], ["compact", FuzzStore.path],
      ["dump", "--decrypt", "--key-file", FuzzStore.keyPath, FuzzStore.path],
    ]
    for name in ["info", "schema", "log", "keys", "stats", "map", "digest", "blobs"] {
      lines.append([name, FuzzStore.path])
    }
    lines.append(["repair", "--to", "/repaired", FuzzStore.path])
    for line in lines where Storectl.commandNames.contains(line[0]) && random.once(in: 3) {
      _ = ToolRun(line, try store.copy(seed: 3))
    }
  }

  /// Opens the store for writing, changes it, and looks at it again.
  private func use(_ store: FuzzStore) throws {
    let io = try store.copy(seed: 4)
    let opened = try Store.open(at: FuzzStore.path, options: FuzzStore.options, io: io)
    do {
      defer { try? opened.close() }
      let schema = try opened.adopt(FuzzStore.schema)
      var batch = WriteBatch()
      let id = try opened.newObjectID()
      try FuzzStore.insert(
        id,
        "Team",
        ["name": .string("new"), "secret": .string("x")],
        opened,
        schema,
        &batch
      )
      let first = opened.snapshot().entity(of: ObjectID(rawValue: 1)) == nil ? nil : ObjectID(rawValue: 1)
      if let first { batch.delete(first) }
      try opened.commit(batch)
      _ = try? opened.changes(after: 0)
      try opened.compact()
    }
    _ = ToolRun(["check", FuzzStore.path], io)
  }
}
