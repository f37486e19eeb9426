/// A checkpoint whose bytes can be read: its header, and its indexes by kind and number. Nothing but the header
/// is looked at before it is asked for.
package final class CheckpointImage: Sendable {
  /// What is kept of a version besides its indexes.
  struct StateContent: Sendable, Equatable {
    var liveBytes: UInt64
    var historyBytes: UInt64
    var edgeCount: UInt64
    var blobBytes: UInt64
    /// Locations of the schema and the layouts.
    var catalog: [UInt64]
  }

  let state: StateContent
  let file: PageFile
  /// In the order of `header.sections`, which rises by kind and number.
  private let runs: [RunPages]

  package var header: CheckpointHeader { file.header }

  /// Bytes of the file.
  package var size: Int { file.region.count }

  /// What was found damaged in it so far, in words; nil for nothing.
  package var problem: String? { file.problem }

  /// Why reads of its indexes may have answered "nothing"; nil as long as all answers are right.
  package var failure: StoreError? { file.failure }

  /// The pages of an index; nil if it has no entries.
  func pages(_ kind: CheckpointSection.Kind, _ number: UInt32 = 0) -> RunPages? {
    var start = 0
    var end = runs.count
    while start < end {
      let middle = (start + end) / 2
      let section = runs[middle].section
      if (section.kind.rawValue, section.number) < (kind.rawValue, number) {
        start = middle + 1
      } else {
        end = middle
      }
    }
    guard start < runs.count, runs[start].section.kind == kind, runs[start].section.number == number else {
      return nil
    }
    return runs[start]
  }

  /// An ordered index of it; nil if it has no entries.
  func run<Key: FixedKey, Value: BitwiseCopyable>(
    _ kind: CheckpointSection.Kind,
    _ number: UInt32 = 0
  ) -> IndexRun<Key, Value>? {
    pages(kind, number).map { IndexRun($0) }
  }

  /// An array of it; nil if it has no entries.
  func array(_ kind: CheckpointSection.Kind) -> ArrayRun? {
    pages(kind).map { ArrayRun($0, splitBits: kind == .locations ? Self.locationSplit : 0) }
  }

  /// Bits of a location that say how large the record is; they have a column of their own.
  static let locationSplit: UInt64 = 11

  // MARK: Opening

  /// Takes a checkpoint by itself: nothing says what hash its header has to have, and damaged pages are not made again.
  ///
  /// - Throws: What is wrong with it.
  package convenience init(
    alone region: MappedRegion,
    path: String,
    storeID: StoreID
  ) throws(ByteReader.Failure) {
    try self.init(path: path, region: region, storeID: storeID, hash: nil, rebuild: nil)
  }

  /// Opens the bytes of a checkpoint.
  ///
  /// - Parameters:
  ///   - hash: Of the header, as the superblock has it; nil for bytes of our own.
  ///   - rebuild: Makes the same indexes from the records, for the case that a page is damaged.
  /// - Throws: what is wrong with the header.
  init(
    path: String,
    region: MappedRegion,
    storeID: StoreID,
    hash: UInt64?,
    rebuild: PageFile.Rebuild?
  ) throws(ByteReader.Failure) {
    let bytes = region.bytes
    guard let size = CheckpointHeader.size(beginning: bytes), size <= bytes.count else {
      throw ByteReader.Failure(offset: 0, reason: "no checkpoint of this version")
    }
    let beginning = UnsafeRawBufferPointer(rebasing: bytes[..<size])
    guard hash == nil || CheckpointHeader.hash(beginning, storeID) == hash else {
      throw ByteReader.Failure(offset: 0, reason: "its checksum is not the one in the superblock")
    }
    guard UInt64(bytes.count) == CheckpointHeader.fileSize(header: beginning) else {
      throw ByteReader.Failure(offset: bytes.count, reason: "the file does not end where its last index ends")
    }
    let header = try CheckpointHeader(decoding: beginning, of: bytes)
    let kinds = header.sections.map { ($0.kind.rawValue, $0.number) }
    guard header.storeID == storeID, zip(kinds, kinds.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw ByteReader.Failure(offset: 0, reason: "it belongs to another store, or its sections do not rise")
    }
    var state = StateContent(liveBytes: 0, historyBytes: 0, edgeCount: 0, blobBytes: 0, catalog: [])
    if let section = header.sections.first(where: { $0.kind == .state }) {
      var reader = ByteReader(try CheckpointHeader.content(of: section, bytes, storeID))
      state.liveBytes = try reader.read(UInt64.self)
      state.historyBytes = try reader.read(UInt64.self)
      state.edgeCount = try reader.read(UInt64.self)
      let count = try reader.read(UInt64.self)
      for _ in 0..<min(count, UInt64(reader.remaining / 8)) {
        state.catalog.append(try reader.read(UInt64.self))
      }
      if reader.remaining > 0 { state.blobBytes = try reader.read(UInt64.self) }
    }
    let file = PageFile(path: path, header: header, region: region, rebuild: rebuild)
    self.state = state
    self.file = file
    runs = header.sections.compactMap { section in
      guard let words = section.kind.words else { return nil }
      return RunPages(file: file, section: section, keyWords: words.key, leafColumns: words.leaf)
    }
  }
}

extension CheckpointSection.Kind {
  /// Words of a key in inner pages and of an entry in leaves; nil for what is no index.
  var words: (key: Int, leaf: Int)? {
    switch self {
    case .segmentTable, .state: nil
    case .locations: (1, 2)
    case .kinds: (1, 1)
    case .extent: (1, 1)
    case .members: (MemberKey.wordCount, MemberKey.wordCount + 1)
    case .referrers: (ReferrerKey.wordCount, ReferrerKey.wordCount + 1)
    case .secondary: (SecondaryKey.wordCount, SecondaryKey.wordCount)
    case .history: (1, 2)
    case .texts: (TextKey.wordCount, TextKey.wordCount)
    case .blobs: (BlobKey.wordCount, BlobKey.wordCount + 1)
    }
  }
}
