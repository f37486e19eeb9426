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
      try half.write(bytes.bytes, at: offset)
      try group.segment.file.write(body, at: group.start)
      return nil
    } catch {
      return error
    }
  }
}
