extension Recovery {
  /// How the indexes of a checkpoint are made anew from the records, for the case that a page of it is damaged.
  static func rebuild(
    io: any StorageIO,
    paths: StorePaths,
    superblock: Superblock,
    allowsMapping: Bool
  ) -> PageFile.Rebuild {
    { header throws(StoreError) in
      do {
        return try rebuilt(header, io, paths, superblock, allowsMapping)
      } catch let error as StoreError {
        throw error
      } catch {
        throw StoreError(
          .checkpointCorrupt,
          tried: "build the indexes of the checkpoint again",
          path: paths.checkpoint(header.id),
          found: "\(error)",
          remedy: "Close the store and open it again."
        )
      }
    }
  }

  private static func rebuilt(
    _ header: CheckpointHeader,
    _ io: any StorageIO,
    _ paths: StorePaths,
    _ superblock: Superblock,
    _ allowsMapping: Bool
  ) throws -> CheckpointImage {
    var recovery = try Recovery(
      io: io,
      paths: paths,
      allowsMapping: allowsMapping,
      superblock: superblock,
      readsAllRecords: true,
      follows: true
    )
    let state = try recovery.indexes(before: header)
    var own = header
    own.sections = []
    return try CheckpointImage(
      path: paths.checkpoint(header.id),
      region: CheckpointFiles.region(try CheckpointEncoder.bytes(state, own)),
      storeID: header.storeID,
      hash: nil,
      rebuild: nil
    )
  }

  /// The version that the segments of a checkpoint hold, made from their records.
  mutating func indexes(before header: CheckpointHeader) throws(StoreError) -> IndexState {
    try loadRecords(before: header)
    var table = SegmentTable()
    for segment in header.segments { table.insert(try openSegment(segment)) }
    let hot = header.position.segment
    if table[hot] == nil { table.insert(try openHotSegment(hot)) }
    return try loader.finish(segments: table, sequence: header.sequence)
  }
}
