/// The segments that count, kept beside them: the beginning of the checkpoint up to the end of its segment table, as
/// a file of its own (FORMAT.md, "Segment list"). Where the checkpoint is lost, it says what the records have to be
/// read from; after a compaction nothing else does.
package enum SegmentList {
  /// Whether a checkpoint has one. As long as there is only the first segment, nothing has to be said.
  static func isNeeded(_ header: CheckpointHeader) -> Bool {
    !header.segments.isEmpty || header.position.segment != 1
  }

  /// Writes the list of a checkpoint, if it needs one, and makes its content durable; its name is made so by
  /// `LogWriter.syncNames`.
  ///
  /// - Parameter beginning: The header of the checkpoint, as it stands in its file.
  static func write(
    _ header: CheckpointHeader,
    beginning: [UInt8],
    io: any StorageIO,
    paths: StorePaths
  ) throws(StorageIOError) {
    if isNeeded(header) { try store(header, beginning, io, paths) }
  }

  private static func store(
    _ header: CheckpointHeader,
    _ beginning: [UInt8],
    _ io: any StorageIO,
    _ paths: StorePaths
  ) throws(StorageIOError) {
    let path = paths.segmentList(header.id)
    if try io.metadata(path) != nil { try io.remove(path) }
    let file = try io.open(path, .create)
    try file.write(beginning + header.encodedSegments(), at: 0)
    if !Sabotage.unsyncedSegmentList.isOn { try file.sync() }
  }

  /// Writes a list to which no checkpoint belongs, where there is no room for one: the next opening makes the indexes
  /// from the records. Its content is durable, its name is made so by `LogWriter.syncNames`.
  ///
  /// - Returns: What the superblock has to say of it.
  static func writeAlone(
    _ state: IndexState,
    _ header: CheckpointHeader,
    io: any StorageIO,
    paths: StorePaths
  ) throws(StoreError) -> Superblock.Checkpoint {
    var header = header
    header.historyFloor = state.historyFloor
    let table = header.encodedSegments()
    let size = CheckpointHeader.size(sections: 1)
    header.sections = [
      CheckpointSection(
        kind: .segmentTable,
        offset: UInt64(size),
        length: UInt64(table.count),
        hash: XXH64.hash(table, seed: header.storeID.low)
      )
    ]
    let beginning = header.encoded(size: size)
    do throws(StorageIOError) {
      try store(header, beginning, io, paths)
    } catch {
      try? io.remove(paths.segmentList(header.id))  // the failure to report is the one before
      throw StoreError(
        error,
        tried: "write a list of segments",
        code: error.isOutOfSpace ? .outOfSpace : .inputOutput
      )
    }
    return Superblock.Checkpoint(header, beginning: beginning)
  }

  /// Reads the list of the checkpoint that a superblock names.
  ///
  /// - Returns: nil if there is none, or it is damaged.
  /// - Throws: what keeps it from being read: that says nothing about it.
  package static func read(
    _ superblock: Superblock,
    io: any StorageIO,
    paths: StorePaths
  ) throws(StoreError) -> CheckpointHeader? {
    let bytes: [UInt8]
    do throws(StorageIOError) {
      let file = try io.open(paths.segmentList(superblock.checkpoint.id), .readOnly)
      let size = try file.size()
      guard size <= largestSize else { return nil }
      bytes = try file.read(count: Int(size), at: 0)
    } catch {
      guard error.isNoSuchEntry else { throw StoreError(error, tried: "read the list of segments") }
      return nil
    }
    return bytes.withUnsafeBytes { bytes in
      guard let size = CheckpointHeader.size(beginning: bytes), size <= bytes.count else { return nil }
      let beginning = UnsafeRawBufferPointer(rebasing: bytes[..<size])
      guard CheckpointHeader.hash(beginning, superblock.storeID) == superblock.checkpoint.hash,
        let header = try? CheckpointHeader(decoding: beginning, of: bytes, isList: true),
        header.storeID == superblock.storeID, header.id == superblock.checkpoint.id,
        !header.sections.isEmpty
      else { return nil }
      return header
    }
  }

  /// More would be a forgery.
  private static let largestSize = UInt64(
    CheckpointHeader.size(sections: Int(CheckpointHeader.largestSectionCount))
      + SealedSegment.encodedSize * Int(FormatConstants.segmentBound)
  )
}
