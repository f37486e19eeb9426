/// The one write that makes a group durable, ready to be done without holding any lock.
struct GroupWrite: Sendable {
  let group: CommitGroup
  /// All but the hash of the body.
  var header: GroupHeader
  let storeSeed: UInt64
  /// The half of the log, and where the group goes in it.
  let half: any StorageFile
  let offset: UInt64

  /// Writes the group to the log, then its body to the segment.
  ///
  /// - Returns: The failure, after which nothing is known about the group.
  func perform() -> StorageIOError? {
    let bytes = group.bytes
    let body = UnsafeRawBufferPointer(
      rebasing: bytes.bytes[FormatConstants.groupHeaderSize..<header.size]
    )
    var header = header
    header.bodyHash = XXH64.hash(body, seed: header.salt)
    header.store(to: bytes.base, storeSeed: storeSeed)
    do throws(StorageIOError) {
      if Sabotage.headerNotLogged.isOn, group.start == 0 {
        try performWithoutSegmentHeader()
        return nil
      }
      if Sabotage.publishBeforeSync.isOn { try group.segment.file.write(body, at: group.start) }
      try writeToLog(bytes.bytes)
      try group.segment.file.write(body, at: group.start)
      return nil
    } catch {
      return error
    }
  }

  private func writeToLog(_ bytes: UnsafeRawBufferPointer) throws(StorageIOError) {
    do throws(StorageIOError) { try half.write(bytes, at: offset) } catch {
      if !Sabotage.failedLogWriteIgnored.isOn { throw error }
    }
  }

  /// What `Sabotage.headerNotLogged` does: only the frames of a group that opens a segment are in the log.
  private func performWithoutSegmentHeader() throws(StorageIOError) {
    let body = UnsafeRawBufferPointer(
      rebasing: group.bytes.bytes[FormatConstants.groupHeaderSize..<header.size]
    )
    try group.segment.file.write(body, at: 0)
    let frames = UnsafeRawBufferPointer(rebasing: body[FormatConstants.segmentHeaderSize...])
    var header = header
    header.size -= FormatConstants.segmentHeaderSize
    header.target.offset = UInt64(FormatConstants.segmentHeaderSize)
    header.bodyHash = XXH64.hash(frames, seed: header.salt)
    let bytes = ByteBuffer()
    _ = bytes.extend(by: FormatConstants.groupHeaderSize)
    bytes.append(frames)
    bytes.appendZeros(alignedBlock(header.size) - header.size)
    header.store(to: bytes.base, storeSeed: storeSeed)
    try half.write(bytes.bytes, at: offset)
  }
}
