/// Compares the indexes of one version made in two ways: from a checkpoint, and from the records alone.
struct IndexComparison {
  private let kept: IndexState
  private let made: IndexState
  private var findings: [String] = []

  /// What differs, in words, a line for each index.
  ///
  /// - Parameters:
  ///   - kept: Over the checkpoint.
  ///   - made: From the records.
  /// - Complexity: O(entries of all indexes).
  static func differences(_ kept: IndexState, _ made: IndexState) -> [String] {
    var comparison = IndexComparison(kept: kept, made: made)
    comparison.compareAll()
    return comparison.findings
  }

  private mutating func compareAll() {
    if kept.sequence != made.sequence {
      findings.append("the checkpoint leads to commit \(kept.sequence), the records to \(made.sequence)")
    }
    if kept.catalogLocations != made.catalogLocations { findings.append("other records hold the catalog") }
    if kept.liveBytes != made.liveBytes {
      findings.append("\(kept.liveBytes) live bytes, the records say \(made.liveBytes)")
    }
    if kept.edgeCount != made.edgeCount {
      findings.append("\(kept.edgeCount) edges, the records say \(made.edgeCount)")
    }
    if kept.blobBytes != made.blobBytes {
      findings.append("\(kept.blobBytes) bytes of blobs, the records say \(made.blobBytes)")
    }
    compare("locations", kept.locations, made.locations)
    compare("kinds", kept.kinds, made.kinds)
    for entity in 0..<max(kept.extents.count, made.extents.count) {
      let name = "objects of \(made.catalog.name(of: EntityID(rawValue: UInt16(truncatingIfNeeded: entity))))"
      compare(name, Self.element(kept.extents, entity), Self.element(made.extents, entity))
    }
    compare("members", kept.members, made.members)
    compare("referrers", kept.referrers, made.referrers)
    for number in 0..<max(kept.secondary.count, made.secondary.count) {
      let name = "ordered index \(number)"
      compare(name, Self.element(kept.secondary, number), Self.element(made.secondary, number))
    }
    compare("history", kept.history, made.history)
    compare("texts", kept.denormalTexts, made.denormalTexts)
    compare("blobs", kept.blobs, made.blobs)
  }

  private static func element<Key, Value>(_ maps: [LayeredMap<Key, Value>], _ index: Int) -> LayeredMap<
    Key, Value
  > {
    index < maps.count ? maps[index] : LayeredMap()
  }

  private mutating func compare<Element>(
    _ name: String,
    _ kept: LayeredArray<Element>,
    _ made: LayeredArray<Element>
  ) {
    var next: UInt64 = 0
    while let first = [kept.nextChunk(from: next), made.nextChunk(from: next)].compactMap(\.self).min() {
      next = first + UInt64(RunPage.chunkSize)
      for index in first..<next where kept[index] != made[index] {
        findings.append(
          "\(name): \(kept[index]) in the checkpoint for id \(index), the records say \(made[index])"
        )
        return
      }
    }
  }

  private mutating func compare<Key, Value>(
    _ name: String,
    _ kept: LayeredMap<Key, Value>,
    _ made: LayeredMap<Key, Value>
  ) {
    var (a, b) = (kept.cursor(), made.cursor())
    var entry = 0
    while true {
      let (left, right) = (a.next(), b.next())
      guard let left, let right else {
        if left == nil && right == nil { return }
        findings.append("\(name): \(kept.count) entries in the checkpoint, the records say \(made.count)")
        return
      }
      guard left.key == right.key, valueWord(left.value) == valueWord(right.value) else {
        findings.append("\(name): entry \(entry) of the checkpoint is not what the records say")
        return
      }
      entry += 1
    }
  }
}
