import LogStore

/// The bytes of a file in pages that copies share until one of them changes a page, each page with its hash, so
/// that thousands of images of a disk cost little more than one and are compared without being read.
struct PagedContent: Sendable {
  static let pageSize = 4096
  static let sectorSize = 512
  static let sectorsInPage = pageSize / sectorSize
  private static let zeroHash = hash([UInt8](repeating: 0, count: pageSize))

  private struct Page: Sendable {
    /// Empty for a page of zeros.
    var bytes: [UInt8] = []
    /// Right after `place`; not kept by `write`.
    var hash = PagedContent.zeroHash

    mutating func materialize() {
      if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: PagedContent.pageSize) }
    }
  }

  private var pages: [Page] = []
  /// Bytes of the file. Pages may reach further: data whose size did not survive.
  private(set) var size = 0

  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { XXH64.hash($0, seed: 0) }
  }

  private mutating func makeRoom(for end: Int) {
    while pages.count * Self.pageSize < end { pages.append(Page()) }
  }

  // MARK: Bytes

  /// Copies bytes out.
  ///
  /// - Returns: How many there were.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    guard offset < size else { return 0 }
    let count = min(target.count, size - offset)
    var done = 0
    while done < count {
      let place = offset + done
      let start = place % Self.pageSize
      let part = min(Self.pageSize - start, count - done)
      let slot = UnsafeMutableRawBufferPointer(rebasing: target[done..<done + part])
      let page = place / Self.pageSize < pages.count ? pages[place / Self.pageSize].bytes : []
      if page.isEmpty {
        slot.initializeMemory(as: UInt8.self, repeating: 0)
      } else {
        page.withUnsafeBytes {
          slot.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + part]))
        }
      }
      done += part
    }
    return count
  }

  /// Puts bytes at a place, growing the file. Hashes are not kept.
  mutating func write(_ source: UnsafeRawBufferPointer, at offset: Int) {
    store(source, at: offset)
    size = max(size, offset + source.count)
  }

  private mutating func store(_ source: UnsafeRawBufferPointer, at offset: Int) {
    makeRoom(for: offset + source.count)
    var done = 0
    while done < source.count {
      let place = offset + done
      let start = place % Self.pageSize
      let part = min(Self.pageSize - start, source.count - done)
      let piece = UnsafeRawBufferPointer(rebasing: source[done..<done + part])
      let index = place / Self.pageSize
      if part == Self.pageSize {
        pages[index].bytes = Array(piece)
      } else {
        pages[index].materialize()
        pages[index].bytes.withUnsafeMutableBytes {
          UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + part]).copyMemory(from: piece)
        }
      }
      done += part
    }
  }

  /// Makes the file longer or shorter; what lay behind a cut is gone. Keeps the hashes.
  mutating func resize(to newSize: Int) {
    if newSize < size { dropBytes(behind: newSize) }
    makeRoom(for: newSize)
    size = newSize
  }

  /// Changes the size alone: a cut leaves the bytes, which a longer size shows again.
  mutating func grow(to newSize: Int) {
    makeRoom(for: newSize)
    size = newSize
  }

  /// Forgets data behind the end.
  mutating func trim() { dropBytes(behind: size) }

  private mutating func dropBytes(behind end: Int) {
    let kept = (end + Self.pageSize - 1) / Self.pageSize
    if pages.count > kept { pages.removeSubrange(kept...) }
    let start = end % Self.pageSize
    guard start != 0, kept > 0, kept <= pages.count, !pages[kept - 1].bytes.isEmpty,
      pages[kept - 1].bytes[start...].contains(where: { $0 != 0 })
    else { return }
    for index in start..<Self.pageSize { pages[kept - 1].bytes[index] = 0 }
    pages[kept - 1].hash = Self.hash(pages[kept - 1].bytes)
  }

  // MARK: Sectors

  /// The sectors that a byte range touches.
  static func sectors(_ offset: Int, _ count: Int) -> Range<Int> {
    offset / sectorSize..<(offset + count + sectorSize - 1) / sectorSize
  }

  /// A copy of whole sectors, zeros where there is nothing.
  func sectorBytes(_ range: Range<Int>) -> [UInt8] {
    let start = range.lowerBound * Self.sectorSize
    let count = range.count * Self.sectorSize
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let target = UnsafeMutableRawBufferPointer(buffer)
      let read = self.read(into: UnsafeMutableRawBufferPointer(rebasing: target[..<count]), at: start)
      UnsafeMutableRawBufferPointer(rebasing: target[read..<count])
        .initializeMemory(as: UInt8.self, repeating: 0)
      filled = count
    }
  }

  /// Puts whole sectors at their place, wherever the file ends. Keeps the hashes.
  ///
  /// - Parameter part: Which of the sectors, counted from the file's start.
  mutating func place(_ bytes: [UInt8], from first: Int, only part: Range<Int>) {
    let start = (part.lowerBound - first) * Self.sectorSize
    bytes.withUnsafeBytes {
      store(
        UnsafeRawBufferPointer(rebasing: $0[start..<start + part.count * Self.sectorSize]),
        at: part.lowerBound * Self.sectorSize
      )
    }
    rehash(part.lowerBound / Self.sectorsInPage...(part.upperBound - 1) / Self.sectorsInPage)
  }

  private mutating func rehash(_ range: ClosedRange<Int>) {
    for index in range where !pages[index].bytes.isEmpty { pages[index].hash = Self.hash(pages[index].bytes) }
  }

  /// Changes bits of a byte. Keeps the hashes.
  mutating func flip(_ mask: UInt8, at offset: Int) {
    let page = offset / Self.pageSize
    pages[page].materialize()
    pages[page].bytes[offset % Self.pageSize] ^= mask
    pages[page].hash = Self.hash(pages[page].bytes)
  }

  /// A hash of size and content, if the hashes of the pages were kept.
  func digest(seed: UInt64) -> UInt64 {
    var hash = DiskHash(seed: seed)
    hash.mix(UInt64(size))
    for page in pages { hash.mix(page.hash) }
    return hash.value
  }
}
