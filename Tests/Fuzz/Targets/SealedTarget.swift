import LogStore
import LogStoreTesting

/// A sealed value behind the number of the place where it is said to be: all that is not as it was has to be refused.
struct SealedTarget: FuzzTarget {
  private struct Value {
    var bytes: [UInt8]
    var place: SealedPlace
  }

  private let values: [Value]
  private let snapshots: [Snapshot]
  private let sealings: [Sealing]

  /// Two stores, whose values of the same number are in the same place of each.
  init() throws {
    var (values, snapshots) = ([Value](), [Snapshot]())
    for seed: UInt64 in [1, 2] {
      let io = FuzzIO(seed: seed)
      try io.open(FuzzStore.keyPath, .create).write([UInt8](repeating: 7, count: 32), at: 0)
      let store = try Store.open(at: FuzzStore.path, options: FuzzStore.options, io: io)
      let schema = try store.adopt(FuzzStore.schema)
      var batch = WriteBatch()
      for text in [
        "", "a", "secret of some length that takes more than one block of the cipher, which has 64 bytes",
      ] {
        let id = try store.newObjectID()
        try FuzzStore.insert(
          id,
          "Team",
          ["name": .string("t\(id)"), "secret": .string(text)],
          store,
          schema,
          &batch
        )
      }
      try store.commit(batch)
      let snapshot = store.snapshot()
      guard let team = snapshot.catalog.entity(named: "Team"),
        let secret = team.attributes.first(where: { $0.name == "secret" })
      else { throw FuzzViolation("no sealed attribute") }
      try snapshot.forEachObject(of: team.id) { id throws(StoreError) in
        let bytes = try snapshot.withRecord(id) { view, _ in
          view.layout.fieldIndex(of: secret.id).map { Array(view.bytes($0)) }
        }
        if let bytes = bytes ?? nil {
          values.append(
            Value(bytes: bytes, place: SealedPlace(entity: team.id, object: id, attribute: secret.id))
          )
        }
        return true
      }
      snapshots.append(snapshot)
    }
    (self.values, self.snapshots) = (values, snapshots)
    sealings = snapshots.compactMap(\.state.sealing)
    guard sealings.count == 2, values.count == 6 else { throw FuzzViolation("nothing is sealed") }
  }

  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    let value = random.below(values.count)
    var bytes = values[value].bytes
    // 3: the place of the value itself, and the value changed.
    let change = random.below(16)
    if change > 2 {
      bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      return [UInt8(value), 3] + bytes
    }
    return [UInt8(value), UInt8(change), UInt8(random.below(3))] + bytes
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    guard input.count > 3, Int(input[0]) < values.count else { return false }
    let value = values[Int(input[0])]
    var (place, store) = (value.place, Int(input[0]) / 3)
    let start = input[1] == 3 ? 2 : 3
    switch input[1] {
    case 0: place.object = ObjectID(rawValue: place.object.rawValue + 1 + UInt64(input[2]))
    case 1: place.attribute = PropertyID(rawValue: place.attribute.rawValue + 1 + UInt32(input[2]))
    case 2 where input[2] > 0: place.entity = EntityID(rawValue: place.entity.rawValue + UInt16(input[2]))
    case 2: store = 1 - store
    default: break
    }
    let sealed = UnsafeRawBufferPointer(rebasing: input[start...])
    do {
      try sealings[store].withOpened(sealed, place, snapshots[store].catalog) { _ in }
    } catch {
      guard [.sealCorrupt, .keyMissing].contains(error.code) else {
        throw FuzzViolation("refused as \(error.code)")
      }
      return false
    }
    throw FuzzViolation("a value that was changed, or is in another place, opens")
  }
}
