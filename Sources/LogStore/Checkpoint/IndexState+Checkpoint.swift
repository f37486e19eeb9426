extension IndexState {
  /// The version that a checkpoint holds.
  ///
  /// - Parameter segments: All segments that it lists, and the hot one.
  /// - Throws: `catalogCorrupt` or `recordCorrupt` if the catalog cannot be read.
  /// - Complexity: O(catalog).
  init(
    _ image: CheckpointImage,
    segments: SegmentTable,
    hashSeed: UInt64,
    path: String
  ) throws(StoreError) {
    let reader = IndexState(catalog: .empty, hashSeed: hashSeed, path: path, segments: segments)
    let catalog = try reader.catalog(at: image.state.catalog)
    self.init(catalog: catalog, hashSeed: hashSeed, path: path, segments: segments, checkpoint: image)
    sequence = image.header.sequence
    // No store holds more, and what is reckoned with them stays in range even if a checkpoint was forged.
    let most = UInt64(FormatConstants.segmentBound) * FormatConstants.segmentEndBound
    liveBytes = Int(clamping: min(image.state.liveBytes, most))
    historyBytes = Int(clamping: min(image.state.historyBytes, most))
    blobBytes = Int(clamping: min(image.state.blobBytes, most))
    edgeCount = Int(clamping: min(image.state.edgeCount, FormatConstants.idBound))
  }

  /// Reads the catalog's records.
  private func catalog(at words: [UInt64]) throws(StoreError) -> Catalog {
    var content: CatalogCoding.Content?
    var layouts: [RecordLayout] = []
    for word in words {
      let location = Location(word: word)
      try withRecord(at: location, of: nil) { header, payload throws(StoreError) in
        do throws(ByteReader.Failure) {
          switch header.kind {
          case .schema: content = try CatalogCoding.decode(payload)
          case .layout:
            let id = LayoutID(rawValue: UInt16(truncatingIfNeeded: header.object))
            layouts.append(try CatalogCoding.decodeLayout(id: id, payload))
          default: throw ByteReader.Failure(offset: 0, reason: "a record of another kind")
          }
        } catch {
          throw damaged(location, nil, error.reason)
        }
      }
    }
    return Catalog(
      entities: content?.entities ?? [],
      layouts: layouts.sorted { $0.id.rawValue < $1.id.rawValue },
      nextProperty: content?.nextProperty ?? 1
    )
  }

  /// Throws if answers of the indexes may be wrong because a page of the checkpoint is damaged and could not be
  /// made again. To be asked before results are handed out; one atomic load.
  @inline(__always)
  package func refuseIfDamaged() throws(StoreError) {
    if let failure = checkpoint?.failure { throw failure }
  }
}
