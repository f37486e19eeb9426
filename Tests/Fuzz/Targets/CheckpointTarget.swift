import LogStore
import LogStoreTesting

/// A checkpoint with all indexes, of which every entry is read.
struct CheckpointTarget: FuzzTarget {
  private let images: [MutableImage]
  private let catalog: Catalog
  private let storeID: StoreID

  init() throws {
    let stores = try [FuzzStore(.closed), FuzzStore(.compacted), FuzzStore(.closed, people: 600)]
    images = stores.compactMap { store in
      guard let file = store.files.keys.filter({ $0.hasSuffix(".ckpt") }).max() else { return nil }
      var image = MutableImage(store.files[file] ?? [])
      CheckpointSeals.note(&image)
      return image
    }
    let inspection = try StoreInspection(at: FuzzStore.path, io: stores[0].copy(seed: 1))
    catalog = inspection.state.catalog
    storeID = inspection.superblock.storeID
  }

  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    var image = images[random.once(in: 20) ? 2 : random.below(2)]
    image.mutate(&random)
    if !random.once(in: 8) { CheckpointSeals(storeID: storeID).seal(&image.bytes) }
    return image.bytes
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    let region = MappedRegion(bytes: input) { _ in }
    let image = try CheckpointImage(alone: region, path: "/none", storeID: storeID)
    let state = IndexState(catalog: catalog, hashSeed: 0, path: "/none", checkpoint: image)
    var random = SimulatedRandomness(seed: UInt64(input.count))
    // Where ids are said to go on for ever nobody would wait for the end.
    let last = max(state.locations.count, state.kinds.count)
    for id in 0..<min(last, 700) { _ = (state.locations[id], state.kinds[id]) }
    for _ in 0..<8 where last > 0 {
      let id = random.next() % last
      _ = (state.locations[id], state.kinds[id])
    }
    for map in state.extents { try walk(map, random.number()) }
    for map in state.secondary {
      try walk(map, SecondaryKey(bytes: random.bytes(random.below(20)), id: random.next()))
    }
    try walk(state.members, MemberKey.start(ObjectID(rawValue: random.number()), PropertyID(rawValue: 1)))
    try walk(
      state.referrers,
      ReferrerKey(
        target: ObjectID(rawValue: random.number()),
        relationship: PropertyID(rawValue: 1),
        owner: .none
      )
    )
    try walk(state.history, random.number())
    try walk(state.denormalTexts, TextKey.start(PropertyID(rawValue: 1)))
    for _ in state.blobs.cursor() {}
    return image.failure == nil
  }

  /// Goes over a map in all ways there are, which must come to the same end.
  private func walk<Key: FixedKey, Value: BitwiseCopyable>(_ map: LayeredMap<Key, Value>, _ key: Key) throws {
    let most = 1 << 16
    var (forward, back) = (map.cursor(), map.cursorAtEnd())
    var steps = 0
    while steps < most, forward.next() != nil { steps += 1 }
    while steps < 2 * most, back.previous() != nil { steps += 1 }
    guard steps < most else { throw FuzzViolation("an index that has no end") }
    _ = (map[key], map.first(atOrAfter: key), map.last(before: key), map.count(from: key))
  }
}
