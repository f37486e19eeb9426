/// Writes all indexes of one version, page after page, in one pass. A plain function over a version: nothing
/// else is looked at or changed, so that commits may go on meanwhile.
struct CheckpointEncoder {
  private let state: IndexState
  private let sink: PageSink
  private var header: CheckpointHeader

  private init(_ state: IndexState, _ header: CheckpointHeader, _ sink: PageSink) {
    self.state = state
    self.header = header
    self.header.historyFloor = state.historyFloor
    self.sink = sink
  }

  /// Writes a checkpoint to a new file, without a sync.
  ///
  /// - Returns: Its header, whose hash the superblock repeats, as it stands in the file.
  /// - Complexity: O(entries of all indexes).
  static func write(
    _ state: IndexState,
    _ header: CheckpointHeader,
    to file: any StorageFile
  ) throws(StorageIOError) -> [UInt8] {
    try write(state, header, PageSink(file: file, seed: header.storeID.low))
  }

  /// The bytes of a checkpoint.
  static func bytes(_ state: IndexState, _ header: CheckpointHeader) throws(StorageIOError) -> [UInt8] {
    let sink = PageSink(file: nil, seed: header.storeID.low)
    _ = try write(state, header, sink)
    return sink.bytes
  }

  private static func write(
    _ state: IndexState,
    _ header: CheckpointHeader,
    _ sink: PageSink
  ) throws(StorageIOError) -> [UInt8] {
    var encoder = CheckpointEncoder(state, header, sink)
    let count = (state.blobs.isEmpty ? 8 : 9) + state.extents.count + state.secondary.count
    let room = CheckpointHeader.size(sections: count)
    try sink.append([UInt8](repeating: 0, count: room))
    try encoder.writeSections()
    let bytes = encoder.header.encoded(size: room)
    try sink.finish(header: bytes)
    return bytes
  }

  /// In rising order of kind and number.
  private mutating func writeSections() throws(StorageIOError) {
    try write(.segmentTable, header.encodedSegments())
    var content = ByteWriter()
    content.append(UInt64(clamping: state.liveBytes))
    content.append(UInt64(clamping: state.historyBytes))
    content.append(UInt64(clamping: state.edgeCount))
    content.append(UInt64(state.catalogLocations.count))
    for word in state.catalogLocations { content.append(word) }
    if state.blobBytes > 0 { content.append(UInt64(clamping: state.blobBytes)) }
    try write(.state, content.bytes)
    try write(.locations, state.locations, splitBits: CheckpointImage.locationSplit)
    try write(.kinds, state.kinds, splitBits: 0)
    for (entity, extent) in state.extents.enumerated() { try write(.extent, UInt32(entity), extent) }
    try write(.members, 0, state.members)
    try write(.referrers, 0, state.referrers)
    for (number, index) in state.secondary.enumerated() { try write(.secondary, UInt32(number), index) }
    try write(.history, 0, state.history)
    try write(.texts, 0, state.denormalTexts)
    try write(.blobs, 0, state.blobs)
  }

  /// Writes a section that is no index.
  private mutating func write(_ kind: CheckpointSection.Kind, _ bytes: [UInt8]) throws(StorageIOError) {
    let offset = sink.position
    try sink.append(bytes)
    header.sections.append(
      CheckpointSection(
        kind: kind,
        offset: offset,
        length: UInt64(bytes.count),
        hash: XXH64.hash(bytes, seed: header.storeID.low)
      )
    )
  }

  /// Writes an ordered index.
  private mutating func write<Key: FixedKey, Value: BitwiseCopyable>(
    _ kind: CheckpointSection.Kind,
    _ number: UInt32,
    _ map: LayeredMap<Key, Value>
  ) throws(StorageIOError) {
    guard !map.isEmpty, let words = kind.words else { return }
    let writer = RunWriter(
      sink: sink,
      keyWords: words.key,
      leafColumns: words.leaf,
      leafCapacity: RunPage.leafCapacity
    )
    var cursor = map.cursor()
    while let (key, value) = cursor.next() { try writer.append(key, value) }
    if let section = try writer.finish(kind, number: number) { header.sections.append(section) }
  }

  /// Writes an array, without its chunks of nothing but zeros.
  private mutating func write<Element>(
    _ kind: CheckpointSection.Kind,
    _ array: LayeredArray<Element>,
    splitBits: UInt64
  ) throws(StorageIOError) {
    guard let words = kind.words else { return }
    let size = RunPage.chunkSize
    let writer = RunWriter(sink: sink, keyWords: words.key, leafColumns: words.leaf, leafCapacity: size)
    let buffer = UnsafeMutablePointer<UInt64>.allocate(capacity: size)
    defer { buffer.deallocate() }
    var next: UInt64 = 0
    while let first = array.nextChunk(from: next) {
      next = first + UInt64(size)
      var count = array.copyChunk(of: first, into: buffer)
      while count > 0, buffer[count - 1] == 0 { count -= 1 }
      guard count > 0 else { continue }
      try writer.appendChunk(first: first, count: count) { leaf in
        for entry in 0..<count {
          if splitBits == 0 {
            leaf.columns[entry] = buffer[entry]
          } else {
            leaf.columns[entry] = buffer[entry] & (1 << splitBits - 1)
            leaf.columns[size + entry] = buffer[entry] >> splitBits
          }
        }
      }
    }
    if let section = try writer.finish(kind, number: 0) { header.sections.append(section) }
  }
}
