/// Attributes each byte of each file of a store to one field of FORMAT.md, without changing a byte. Works on
/// damaged stores: what does not verify is unknown.
package struct StoreMap {
  /// What tells which bytes count.
  struct Knowledge {
    /// The superblock that counts; nil if none is valid.
    var superblock: Superblock?
    /// Where the segments that count end; nil if the store could not be recovered, so that nobody knows which
    /// do.
    var ends: [UInt32: UInt64]?
    /// Where a write was cut off; nil if none was.
    var tornTail: (path: String, offset: UInt64)?
  }

  let io: any StorageIO
  let paths: StorePaths
  /// What the bytes are handed to.
  private var visit: FileMapper.Visit = { _ in }
  private(set) var knowledge = Knowledge()
  /// Keeps the blobs of the version that was read.
  private var inspection: StoreInspection?
  /// Why the store could not be recovered, and files that could not be read.
  package private(set) var problems: [CheckFinding] = []
  /// Files of the store with their sizes, in the order in which they were looked at.
  package private(set) var files: [(name: String, size: UInt64)] = []
  /// Whether another process writes to the store: its files may change while they are looked at.
  package private(set) var isBesideWriter = false

  /// Recovers the store at a path in memory, to know which of its bytes count. That it cannot be is a
  /// problem, not an error.
  ///
  /// - Throws: `storeMissing`, `notAStore`, `newerFormat`, `storeLocked`.
  package init(at path: String, io: any StorageIO = PosixStorageIO()) throws(StoreError) {
    self.io = io
    paths = StorePaths(root: path)
    do throws(StoreError) {
      let inspection = try StoreInspection(at: path, io: io)
      let recovered = inspection.recovered
      isBesideWriter = inspection.writer != nil
      knowledge.superblock = recovered.superblock
      var ends = [recovered.end.segment: recovered.end.offset]
      for segment in recovered.sealed { ends[segment.id] = segment.size }
      knowledge.ends = ends
      knowledge.tornTail = recovered.report.tornTail
      self.inspection = inspection
      return
    } catch {
      guard error.isDamage || error.code == .inputOutput else { throw error }
      problems.append(CheckFinding(error))
    }
    do throws(StoreError) {
      knowledge.superblock = try SuperblockSlots(io: io, paths: paths).chosen
    } catch {
      // Nothing can be verified without a superblock; the map then says so.
      guard error.isDamage || error.code == .inputOutput else { throw error }
    }
  }

  /// Hands out all bytes, file by file, each file from its first to its last byte.
  ///
  /// - Throws: what `visit` throws.
  /// - Complexity: O(bytes of the store); one file at a time is in memory, of a blob one chunk.
  package mutating func draw(_ visit: @escaping (MappedRange) throws -> Void) throws {
    self.visit = visit
    defer { self.visit = { _ in } }
    try mapFiles()
  }

  // MARK: Files

  /// Maps a file of the store by its bytes.
  ///
  /// - Parameter name: From the directory of the store on.
  mutating func map(
    _ name: String,
    _ body: (StoreMap, FileMapper, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let bytes: [UInt8]
    do throws(StorageIOError) {
      let file = try io.open(paths.root + "/" + name, .readOnly)
      bytes = try file.readAll(upTo: FormatConstants.largestSegmentFile)
    } catch {
      return try give(up: name, error)
    }
    let map = self
    try self.map(name, size: UInt64(bytes.count)) { mapper in
      try bytes.withUnsafeBytes { try body(map, mapper, $0) }
    }
  }

  /// Maps a file of the store that is read piece by piece.
  mutating func map(_ name: String, size: UInt64, _ body: (FileMapper) throws -> Void) throws {
    files.append((name, size))
    let mapper = FileMapper(name, visit)
    try body(mapper)
    if mapper.offset < size { try mapper.take(size - mapper.offset, .unknown) }
    try mapper.flush()
  }

  /// A file that cannot be read. That it has gone is no problem: a program may be at work.
  mutating func give(up name: String, _ error: StorageIOError) throws {
    guard !error.isNoSuchEntry else { return }
    problems.append(CheckFinding(error))
    let size = (try? io.metadata(paths.root + "/" + name))??.size ?? 0  // the finding says what is wrong
    try map(name, size: size) { _ in }
  }

  /// Maps a file whose bytes are all of one kind, without reading it.
  mutating func map(_ name: String, as field: MapField) throws {
    do throws(StorageIOError) {
      guard let metadata = try io.metadata(paths.root + "/" + name), metadata.kind == .file else { return }
      files.append((name, metadata.size))
      guard metadata.size > 0 else { return }
    } catch {
      return try give(up: name, error)
    }
    if let size = files.last?.size {
      try visit(MappedRange(file: name, offset: 0, count: size, field: field))
    }
  }

  /// Notes what kept a directory from being listed.
  mutating func note(_ error: StorageIOError) { problems.append(CheckFinding(error)) }
}
