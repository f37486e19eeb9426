/// Goes through the frames of one segment and names every record that is damaged, where recovery stops at the
/// first one.
struct SegmentSearch {
  /// A stretch of bytes that is not what was written.
  struct Damage {
    var offset: Int
    var found: String
    var objects: [ObjectID]
  }

  let bytes: [UInt8]
  let salt: UInt64
  let hashSeed: UInt64
  /// Where the search ends.
  let end: Int

  /// All damage, by rising offset. O(bytes): behind a damaged header the next one is found by its checksum.
  func damages() -> [Damage] {
    bytes.withUnsafeBytes { all in
      var damages: [Damage] = []
      var offset = FormatConstants.segmentHeaderSize
      var isLost = false
      while offset < end {
        let rest = UnsafeRawBufferPointer(rebasing: all[offset..<end])
        guard let (header, _) = FrameHeader.decode(rest, salt: salt, offset: UInt64(offset)),
          header.size <= rest.count
        else {
          if !isLost {
            damages.append(
              Damage(offset: offset, found: "no frame header that was written for this place", objects: [])
            )
          }
          isLost = true
          offset += 8
          continue
        }
        isLost = false
        let payload = UnsafeRawBufferPointer(rebasing: rest[FormatConstants.frameHeaderSize..<header.size])
        examine(payload, header, at: offset, &damages)
        offset += header.size
      }
      return damages
    }
  }

  private func examine(
    _ payload: UnsafeRawBufferPointer,
    _ header: FrameHeader,
    at offset: Int,
    _ damages: inout [Damage]
  ) {
    switch header.kind {
    case .padding:
      if !payload.allSatisfy({ $0 == 0 }) {
        damages.append(Damage(offset: offset, found: "padding that is not zero", objects: []))
      }
    case .bulkReference, .relocate:
      if header.contentHash != XXH64.hash(payload, seed: salt) {
        damages.append(
          Damage(offset: offset, found: "the checksum of the frame does not fit its bytes", objects: [])
        )
      }
    case .commit, .bulk, .compaction:
      var cursor = 0
      while cursor < payload.count {
        let rest = UnsafeRawBufferPointer(rebasing: payload[cursor...])
        let place = offset + FormatConstants.frameHeaderSize + cursor
        guard let record = RecordHeader(decoding: rest), aligned8(record.size) <= rest.count else {
          damages.append(
            Damage(offset: place, found: "no record header; the rest of the frame is lost", objects: [])
          )
          return
        }
        let body = UnsafeRawBufferPointer(rebasing: rest[FormatConstants.recordHeaderSize..<record.size])
        if !record.isIntact(body, hashSeed: hashSeed) {
          let isObject = record.kind == .put || record.kind == .edge || record.kind == .tombstone
          damages.append(
            Damage(
              offset: place,
              found: "the record's checksum does not fit its bytes",
              objects: isObject ? [ObjectID(rawValue: record.object)] : []
            )
          )
        }
        cursor += aligned8(record.size)
      }
    }
  }
}
