/// Writes the pages of one run, entries in rising order, leaves first and the root last.
///
/// Used by one thread; `finish` ends it.
final class RunWriter {
  private let keyWords: Int
  private let sink: PageSink
  private let encoder: RunPageEncoder
  /// The unfinished page of each level, the leaf first. (Checking each access at run time would cost more than
  /// adding an entry does.)
  @exclusivity(unchecked) private var levels: [RunLevel]
  @exclusivity(unchecked) private var pageCount: UInt64 = 0
  @exclusivity(unchecked) private(set) var count: UInt64 = 0

  /// - Parameters:
  ///   - keyWords: Words of a key in inner pages; leaves of an array hold none.
  ///   - leafColumns: Words of an entry.
  ///   - leafCapacity: Entries of a leaf.
  init(sink: PageSink, keyWords: Int, leafColumns: Int, leafCapacity: Int) {
    self.sink = sink
    self.keyWords = keyWords
    encoder = RunPageEncoder(columns: max(leafColumns, keyWords + RunPage.childColumns))
    levels = [RunLevel(columnCount: leafColumns, capacity: leafCapacity)]
  }

  deinit {
    encoder.deallocate()
    for level in levels { level.columns.deallocate() }
  }

  /// Adds an entry to an ordered run.
  @inline(__always)
  func append<Key: FixedKey, Value: BitwiseCopyable>(_ key: Key, _ value: Value) throws(StorageIOError) {
    if levels[0].count == levels[0].capacity { try flushOrderedLeaf() }
    let leaf = levels[0]
    for index in 0..<Key.wordCount { leaf[index] = key.word(index) }
    if MemoryLayout<Value>.size > 0 { leaf[Key.wordCount] = valueWord(value) }
    levels[0].count &+= 1
    count &+= 1
  }

  /// Adds a leaf of an array, whose entries are given a column behind the other.
  func appendChunk(
    first: UInt64,
    count entries: Int,
    _ fill: (RunLevel) -> Void
  ) throws(StorageIOError) {
    fill(levels[0])
    levels[0].count = entries
    levels[0].before = first
    count = first + UInt64(entries)
    try flush(0) { _ in first }
  }

  private func flushOrderedLeaf() throws(StorageIOError) {
    let leaf = levels[0]
    try flush(0) { leaf.columns[$0 * leaf.capacity] }
  }

  /// Writes the page of a level and lists it in the level above.
  private func flush(_ level: Int, _ firstKey: (Int) -> UInt64) throws(StorageIOError) {
    if level + 1 == levels.count {
      levels.append(RunLevel(columnCount: keyWords + RunPage.childColumns, capacity: RunPage.fanOut))
    }
    if levels[level + 1].count == RunPage.fanOut { try flushInner(level + 1) }
    let place = try write(level)
    let parent = levels[level + 1]
    for index in 0..<keyWords { parent[index] = firstKey(index) }
    parent[keyWords] = place.offset
    parent[keyWords + 1] = place.hash
    parent[keyWords + 2] = levels[level].before
    parent[keyWords + 3] = pageCount - 1
    levels[level + 1].count += 1
    levels[level].count = 0
    levels[level].before = count
  }

  private func flushInner(_ level: Int) throws(StorageIOError) {
    let page = levels[level]
    let keys = (0..<keyWords).map { page.columns[$0 * page.capacity] }
    levels[level].before = page.columns[(keyWords + 2) * page.capacity]
    try flush(level) { keys[$0] }
  }

  private func write(_ level: Int) throws(StorageIOError) -> (offset: UInt64, hash: UInt64) {
    let page = levels[level]
    pageCount += 1
    return try sink.append(
      page: encoder.encode(
        page.columns,
        columnCount: page.columnCount,
        stride: page.capacity,
        count: page.count,
        level: level
      )
    )
  }

  /// Writes what is left.
  ///
  /// - Returns: Where the root lies; nil for a run without entries.
  func finish(_ kind: CheckpointSection.Kind, number: UInt32) throws(StorageIOError) -> CheckpointSection? {
    guard count > 0 else { return nil }
    // A run of one leaf is that leaf; of an array, whose leaves hold no keys, the page above it.
    if levels[0].count > 0, levels.count > 1 { try flushOrderedLeaf() }
    var level = levels.count > 1 ? 1 : 0
    while level + 1 < levels.count {
      if levels[level].count > 0 { try flushInner(level) }
      level += 1
    }
    let root = try write(level)
    return CheckpointSection(
      kind: kind,
      number: number,
      offset: root.offset,
      length: sink.position - root.offset,
      hash: root.hash,
      count: count,
      pageCount: pageCount
    )
  }
}
