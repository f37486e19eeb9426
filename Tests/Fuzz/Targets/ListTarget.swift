import LogStore
import LogStoreTesting

/// Segment lists, named by a superblock.
struct ListTarget: FuzzTarget {
  private static let storeID = StoreID(low: 3, high: 4)

  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    var image = MutableImage(Array("LSCK".utf8) + [3, 0, 0, 0])
    let count = random.below(5)
    let sections = 1 + random.below(2)
    let size = 88 + 48 * sections
    for number in [7, Self.storeID.low, Self.storeID.high, 5, 1, 4096, 9, 0, UInt64(sections), UInt64(size)] {
      image.append(number, 8)
    }
    for kind in 1...sections {
      image.append(UInt64(kind), 4)
      image.append(0, 4)
      for number in [UInt64(size), UInt64(kind == 1 ? 40 * count : 0), 0, 0, 0] { image.append(number, 8) }
    }
    for number in 0..<count {
      image.append(UInt64(number + 1), 4)
      image.append(UInt64(1 + random.below(2)), 4)
      for word in [UInt64(4096), random.next(), random.number(), 0] { image.append(word, 8) }
    }
    image.mutate(&random)
    if !random.once(in: 8) { CheckpointSeals(storeID: Self.storeID).seal(&image.bytes) }
    return image.bytes
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    let io = MemoryStorageIO()
    let paths = StorePaths(root: "/s")
    try io.createDirectory("/s")
    try io.createDirectory(paths.segments)
    try io.open(paths.segmentList(7), .create).write(input, at: 0)
    var bytes = SuperblockTarget.bytes(Self.storeID, hashSeed: 1, half: 13, isClean: true, hasPrevious: false)
    SuperblockTarget.seal(&bytes, 0)
    var superblock = try bytes.withUnsafeBytes { try Superblock(decoding: $0) }
    superblock.checkpoint.id = 7
    let size = input.count >= 88 ? Int(clamping: Array(input[80..<88]).number(0, 8)) : 0
    guard size <= input.count else { return false }
    superblock.checkpoint.hash = CheckpointHeader.hash(
      UnsafeRawBufferPointer(rebasing: input[..<size]),
      Self.storeID
    )
    guard let header = try SegmentList.read(superblock, io: io, paths: paths) else { return false }
    guard header.segments.count * 40 <= input.count else {
      throw FuzzViolation("\(header.segments.count) segments in \(input.count) bytes")
    }
    return true
  }
}
