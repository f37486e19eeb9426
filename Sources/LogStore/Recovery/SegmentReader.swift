/// Finds and reads segment files during recovery.
struct SegmentReader {
  /// What was looked at before.
  private final class Known {
    var headers: [UInt32: SegmentHeader] = [:]
    /// The file that was read last: one is mostly asked for several things in a row.
    var file: (id: UInt32, file: any StorageFile)?
  }

  let io: any StorageIO
  let paths: StorePaths
  let storeID: StoreID
  let allowsMapping: Bool
  /// Numbers of all files in `seg/`, rising.
  let numbers: [UInt32]
  private let known = Known()
  /// Segments as redo leaves them.
  var images: [UInt32: SegmentImage] = [:]

  init(io: any StorageIO, paths: StorePaths, storeID: StoreID, allowsMapping: Bool) throws(StoreError) {
    self.io = io
    self.paths = paths
    self.storeID = storeID
    self.allowsMapping = allowsMapping
    do {
      numbers = try io.contents(ofDirectory: paths.segments).compactMap { StorePaths.segmentNumber(in: $0) }
        .sorted()
    } catch {
      throw StoreError(
        error,
        tried: "list the segments",
        code: error.isNoSuchEntry ? .segmentCorrupt : .inputOutput
      )
    }
  }

  /// The segment as redo leaves it; loaded whole.
  mutating func image(_ id: UInt32) throws(StoreError) -> SegmentImage {
    if let image = images[id] { return image }
    let count = try checkedSize(id)
    do throws(StorageIOError) {
      let image = SegmentImage(
        id: id,
        bytes: try open(id).read(count: count, at: 0)
      )
      images[id] = image
      return image
    } catch {
      throw missing(id, error)
    }
  }

  private func open(_ id: UInt32) throws(StorageIOError) -> any StorageFile {
    if let last = known.file, last.id == id { return last.file }
    let file = try io.open(paths.segment(id), .readOnly)
    known.file = (id, file)
    return file
  }

  /// The file of a segment, open for reading.
  func file(_ id: UInt32) throws(StoreError) -> any StorageFile {
    do throws(StorageIOError) {
      return try open(id)
    } catch {
      throw missing(id, error)
    }
  }

  /// What the directory says of the file of a sealed segment, which is not opened.
  func metadata(_ id: UInt32) throws(StoreError) -> FileMetadata {
    let path = paths.segment(id)
    do throws(StorageIOError) {
      guard let metadata = try io.metadata(path) else {
        throw StorageIOError(operation: "stat", path: path, code: .noSuchEntry)
      }
      guard metadata.kind == .file else {
        throw StorageIOError(operation: "open", path: path, code: .isADirectory)
      }
      return metadata
    } catch {
      throw missing(id, error)
    }
  }

  /// Bytes of a segment: of the image if there is one, else of the file.
  func size(_ id: UInt32) throws(StoreError) -> UInt64 {
    if let image = images[id] { return UInt64(image.bytes.count) }
    do throws(StorageIOError) {
      return try open(id).size()
    } catch {
      throw missing(id, error)
    }
  }

  /// Bytes of a segment of which nothing else says where it ends.
  ///
  /// - Throws: `segmentCorrupt` if no segment is so large: it is not to be read into memory.
  func checkedSize(_ id: UInt32) throws(StoreError) -> Int {
    let size = try size(id)
    guard size <= FormatConstants.largestSegmentFile else {
      throw damaged(
        id,
        .init(
          offset: FormatConstants.largestSegmentFile,
          reason: "the file has \(size) bytes; segments are smaller"
        )
      )
    }
    return Int(size)
  }

  /// Lends bytes of a segment: those of the image if there is one, else of the file, mapped where that is allowed.
  ///
  /// - Parameters:
  ///   - start: Where they begin.
  ///   - end: Where the segment ends, if that is known: nothing behind it is read.
  func withBytes<R>(
    _ id: UInt32,
    from start: Int = 0,
    upTo end: Int? = nil,
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    if let image = images[id] {
      return try image.bytes.withRawBytes { bytes throws(StoreError) in
        try body(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(start)))
      }
    }
    // Where nothing is wanted, as at the end of the log after a clean close, nothing is mapped.
    if let end, start >= end { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    let count: Int
    if let end { count = min(end, Int(clamping: try size(id))) } else { count = try checkedSize(id) }
    if allowsMapping {
      let region: MappedRegion
      do {
        region = try open(id).map(length: count)
      } catch {
        throw missing(id, error)
      }
      return try withExtendedLifetime(region) { () throws(StoreError) in
        try body(UnsafeRawBufferPointer(rebasing: region.bytes.dropFirst(start)))
      }
    }
    let bytes: [UInt8]
    do {
      bytes = try open(id).read(count: max(0, count - start), at: UInt64(start))
    } catch {
      throw missing(id, error)
    }
    return try bytes.withRawBytes(body)
  }

  private func missing(_ id: UInt32, _ error: StorageIOError) -> StoreError {
    // Only a file that is not there is damage; a missing right or too many open files are not.
    guard error.isNoSuchEntry else { return StoreError(error, tried: "read segment \(id)") }
    return StoreError(
      .segmentCorrupt,
      tried: "read segment \(id)",
      path: error.path,
      found: error.description,
      remedy: "Restore the store from a backup; it was left as it is."
    )
  }

  /// The header of a segment; nil if there is none or it is damaged.
  ///
  /// - Throws: What keeps it from being read: that says nothing about the segment.
  func header(_ id: UInt32) throws(StoreError) -> SegmentHeader? {
    if let image = images[id] { return image.header(storeID: storeID) }
    if let header = known.headers[id] { return header }
    do throws(StorageIOError) {
      let bytes = try open(id).read(count: FormatConstants.segmentHeaderSize, at: 0)
      let header = bytes.withUnsafeBytes { SegmentHeader(decoding: $0, storeID: storeID) }
      guard header?.id == id else { return nil }
      known.headers[id] = header
      return header
    } catch {
      if error.isNoSuchEntry { return nil }
      throw StoreError(error, tried: "read segment \(id)")
    }
  }

  /// The hot segment that continues another one.
  func successor(of id: UInt32) throws(StoreError) -> SegmentHeader? {
    let all = Set(numbers).union(images.keys).sorted(by: >)
    for candidate in all where candidate > id {
      if let header = try header(candidate), header.kind == .hot, header.previousID == id { return header }
    }
    return nil
  }

  /// The error of a frame or header that does not verify.
  func damaged(_ id: UInt32, _ failure: FrameWalker.Failure) -> StoreError {
    StoreError(
      .segmentCorrupt,
      tried: "read segment \(id)",
      path: paths.segment(id),
      offset: UInt64(failure.offset),
      found: failure.reason,
      remedy: "Restore the store from a backup; it was left as it is."
    )
  }
}
