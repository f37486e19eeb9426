extension StoreCheck {
  /// Looks through all segments after recovery has failed, for all damage that can be told without it: each
  /// segment by itself, going on behind what is damaged.
  mutating func searchDamage(after failure: StoreError) throws(StoreError) {
    let superblock: Superblock
    do throws(StoreError) {
      superblock = try SuperblockSlots(io: io, paths: paths).chosen
    } catch {
      guard error.isDamage else { throw error }
      return  // without a superblock no checksum can be computed
    }
    for name in names(in: paths.segments) {
      guard let id = StorePaths.segmentNumber(in: name) else {
        continue
      }
      let path = paths.segment(id)
      let bytes: [UInt8]
      do {
        // More than a frame can hold behind where segments end is none of theirs; damage in it is none of a record.
        bytes = try io.open(path, .readOnly).readAll(upTo: FormatConstants.largestFrame)
      } catch {
        report.add(CheckFinding(error))
        continue
      }
      guard let header = bytes.withUnsafeBytes({ SegmentHeader(decoding: $0, storeID: superblock.storeID) })
      else {
        note(.corruption, path, at: 0, "the segment header is damaged or of another store")
        continue
      }
      // What lies behind the durable mark may rightly be torn: the log makes it anew.
      let durable = superblock.durable.position
      let end =
        id > durable.segment
        ? 0 : id == durable.segment ? min(bytes.count, Int(clamping: durable.offset)) : bytes.count
      let search = SegmentSearch(bytes: bytes, salt: header.salt, hashSeed: superblock.hashSeed, end: end)
      for damage in search.damages() where path != failure.path || failure.offset != UInt64(damage.offset) {
        report.add(
          CheckFinding(
            .corruption,
            path: path,
            offset: UInt64(damage.offset),
            found: damage.found,
            objects: damage.objects
          )
        )
      }
    }
  }
}
