import LogStore
import LogStoreTesting

/// What commits say that they changed.
struct HistoryTarget: FuzzTarget {
  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    var image = MutableImage()
    image.append(random.next(), 8)
    image.append(text: random.text())
    let count = random.below(6)
    image.append(UInt64(count), 4)
    for _ in 0..<count {
      image.append(random.number() >> 24, 8)
      image.append(UInt64(1 + random.below(3)), 2)
      image.append(UInt64(random.below(5)), 2)
      let properties = random.below(4)
      image.append(UInt64(properties), 4)
      for _ in 0..<properties { image.append(random.number() >> 32, 4) }
    }
    if !random.once(in: 8) { image.mutate(&random) }
    return image.bytes
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    let changes = try HistoryPayload.decode(sequence: 1, input)
    let written = HistoryPayload.encode(time: changes.time, author: changes.author, changes: changes.changes)
    let again = try written.withUnsafeBytes { try HistoryPayload.decode(sequence: 1, $0) }
    guard changes.changes.map(\.id) == again.changes.map(\.id), changes.author == again.author else {
      throw FuzzViolation("another history when written and read again")
    }
    return true
  }
}
