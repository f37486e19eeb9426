import Foundation
import LogStore
import LogStoreTesting
import SimulationSupport

/// A process that puts, replaces and deletes large values on the real file system until it is killed.
struct BlobWorker {
  /// Slots that a value may be in.
  static let slots = 64
  private static let threshold = 4096

  private static let schema = SchemaDescription(entities: [
    .init(
      name: "Item",
      attributes: [
        .init(name: "slot", kind: .int64, typeName: "Int"),
        .init(name: "value", kind: .data, typeName: "Data", flags: [.external]),
      ],
      uniqueness: [["slot"]]
    )
  ])

  private let path: String
  private var store: Store
  private var layout: RecordLayout
  private var oracle: BlobOracle
  private var randomness: SimulatedRandomness
  private var ids: [Int: ObjectID] = [:]

  /// Opens the store and compares each value with the oracle.
  init(_ directory: URL, seed: UInt64) throws {
    path = directory.appendingPathComponent("blobs.store").path
    randomness = SimulatedRandomness(seed: seed)
    oracle = try BlobOracle(directory)
    (store, layout) = try Self.open(path)
    try compare()
  }

  private static func open(_ path: String) throws -> (Store, RecordLayout) {
    let store = try Store.open(at: path, options: StoreOptions(blobThreshold: threshold))
    guard let layout = try store.adopt(schema).layout(for: "Item") else {
      throw SimulationError("the schema has no layout")
    }
    return (store, layout)
  }

  /// Bytes that only a seed tells.
  static func bytes(_ value: BlobOracle.Value) -> [UInt8] {
    var word = value.seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<value.count).map { _ in
      word ^= word << 13
      word ^= word >> 7
      word ^= word << 17
      return UInt8(truncatingIfNeeded: word)
    }
  }

  private mutating func compare() throws {
    var found: [Int: [UInt8]] = [:]
    ids = [:]
    let snapshot = store.snapshot()
    var problem: String?
    try snapshot.forEachObject(of: layout.entity) { id throws(StoreError) in
      let value = try snapshot.withRecord(id) { view, _ throws(StoreError) -> (Int, [UInt8]) in
        guard case .int(let slot) = view.value(0) else { return (-1, []) }
        return (Int(slot), try snapshot.externalBytes(1, of: view, id) ?? [])
      }
      guard let (slot, bytes) = value else { return true }
      if found.updateValue(bytes, forKey: slot) != nil { problem = "slot \(slot) is there twice" }
      ids[slot] = id
      return true
    }
    if let problem { throw SimulationError(problem) }
    for slot in 0..<Self.slots where found[slot] != oracle.last[slot].map(Self.bytes) {
      guard let (next, value) = oracle.next, next == slot, found[slot] == value.map(Self.bytes) else {
        throw SimulationError(
          "slot \(slot) holds \(found[slot]?.count ?? -1) bytes, neither what was acknowledged"
            + " (\(oracle.last[slot]?.count ?? -1) bytes) nor what was on its way"
        )
      }
      try oracle.acknowledge(slot, value)
    }
  }

  /// Writes for ever.
  mutating func run() throws {
    while true {
      switch Int.random(in: 0..<200, using: &randomness) {
      case 0: try store.compact()
      case 1: try store.checkpoint()
      case 2:
        try store.close()
        (store, layout) = try Self.open(path)
        try compare()
      default: try change()
      }
    }
  }

  private mutating func change() throws {
    let slot = Int.random(in: 0..<Self.slots, using: &randomness)
    let id = ids[slot]
    var batch = WriteBatch(author: "soak")
    guard id == nil || Int.random(in: 0..<4, using: &randomness) > 0 else {
      try oracle.begin(slot, nil)
      if let id { batch.delete(id) }
      try store.commit(batch)
      ids[slot] = nil
      return try oracle.acknowledge(slot, nil)
    }
    let sizes = [0, 100, 4095, 4096, 65_535, 65_536, 65_537, 200_000, 400_000]
    let value = BlobOracle.Value(
      seed: UInt64.random(in: 1...(1 << 40), using: &randomness),
      count: sizes[Int.random(in: sizes.indices, using: &randomness)]
    )
    let bytes = Self.bytes(value)
    try oracle.begin(slot, value)
    var writer = RecordWriter(layout: layout)
    writer.append(fixed: Int64(slot).littleEndian)
    if bytes.count < Self.threshold {
      bytes.withUnsafeBytes { writer.append(inline: $0) }
    } else {
      let blob = try bytes.withUnsafeBytes { try store.writeBlob($0) }
      batch.attach(blob)
      writer.append(blob: blob.reference)
    }
    let target = try id ?? store.newObjectID()
    if id == nil {
      batch.insert(target, layout: layout, payload: writer.finish())
    } else {
      batch.update(target, layout: layout, payload: writer.finish(), changed: nil, baseVersion: 0)
    }
    try store.commit(batch)
    ids[slot] = target
    try oracle.acknowledge(slot, value)
  }

  /// Closes the store after a compaction, and looks for files that nobody names.
  ///
  /// - Returns: Number and bytes of the values in files.
  mutating func end() throws -> (count: Int, bytes: Int) {
    try store.compact()
    try store.close()
    let report = try StoreCheck.run(at: path, readingBlobs: true)
    guard report.findings.isEmpty else {
      throw SimulationError("the check finds \(report.findings.prefix(3))")
    }
    var files = 0
    for shard in try FileManager.default.contentsOfDirectory(atPath: path + "/blob") {
      files += try FileManager.default.contentsOfDirectory(atPath: path + "/blob/" + shard).count
    }
    let large = oracle.last.values.filter { $0.count >= Self.threshold }
    guard files == large.count else {
      throw SimulationError("\(files) files for \(large.count) values: some leaked, or are gone")
    }
    return (files, large.reduce(0) { $0 + $1.count })
  }

  /// Changes that were acknowledged.
  var acknowledged: Int { oracle.acknowledged }
}
