/// The bytes of a segment during recovery, as they will be when recovery has been written out.
package final class SegmentImage {
  package let id: UInt32
  package var bytes: [UInt8]
  /// What may differ from the file, and is in the log. Nothing else is written: a write that the power cuts off
  /// may leave garbage, and what lies between, as a bulk frame does, is nowhere else.
  package private(set) var dirty: [Range<Int>] = []
  /// Whether the file has to be cut to the size of the image.
  package private(set) var isCut = false

  package init(id: UInt32, bytes: [UInt8]) {
    self.id = id
    self.bytes = bytes
  }

  /// The header; nil if it is damaged.
  package func header(storeID: StoreID) -> SegmentHeader? {
    bytes.withUnsafeBytes { SegmentHeader(decoding: $0, storeID: storeID) }
  }

  /// Puts bytes at their place, over whatever is there.
  package func place(_ content: some Collection<UInt8>, at offset: Int) {
    if bytes.count < offset { bytes.append(contentsOf: repeatElement(0, count: offset - bytes.count)) }
    let overlap = min(bytes.count - offset, content.count)
    if Sabotage.cacheTrusted.isOn, overlap == content.count,
      bytes[offset..<offset + overlap].elementsEqual(content)
    {
      return
    }
    bytes.replaceSubrange(offset..<offset + overlap, with: content)
    let end = offset + content.count
    if let last = dirty.last, last.lowerBound <= offset, offset <= last.upperBound {
      dirty[dirty.count - 1] = last.lowerBound..<max(last.upperBound, end)
    } else {
      dirty.append(offset..<end)
    }
  }

  /// Fills a gap with padding frames.
  ///
  /// - Returns: false if no padding has that size.
  package func pad(from start: Int, to end: Int, salt: UInt64) -> Bool {
    guard start != end else { return true }
    guard end - start >= FormatConstants.frameHeaderSize, (end - start) % 8 == 0 else { return false }
    var padding = FrameHeader.padding(size: end - start).encoded(salt: salt, offset: UInt64(start)).bytes
    padding.append(contentsOf: repeatElement(0, count: end - start - padding.count))
    place(padding, at: start)
    return true
  }

  /// Ends the segment at an offset.
  package func cut(at end: Int) {
    guard bytes.count > end else { return }
    bytes.removeSubrange(end...)
    dirty = dirty.filter { $0.lowerBound < end }.map { $0.clamped(to: 0..<end) }
    isCut = true
  }
}
