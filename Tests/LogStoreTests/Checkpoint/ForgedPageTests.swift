import Testing

@testable import LogStore

/// Pages whose hashes fit, but that no encoder has written: whoever makes a file can make its hashes too.
@Suite struct ForgedPageTests {
  /// A leaf of eight objects.
  private static func leaf(_ first: UInt64, _ encoder: RunPageEncoder) -> [UInt8] {
    var keys = (first..<first + 8).map { $0 }
    return Array(encoder.encode(&keys, columnCount: 1, stride: 8, count: 8, level: 0))
  }

  /// An index of two leaves and a page above them, which gives them these ordinals and numbers of entries before them.
  private static func pages(
    _ ordinals: [UInt64] = [0, 1],
    before: [UInt64] = [0, 8],
    count: UInt64 = 16,
    pageCount: UInt64 = 3
  ) throws -> RunPages {
    let sink = PageSink(file: nil, seed: CheckpointBytes.storeID.low)
    let encoder = RunPageEncoder(columns: 5)
    defer { encoder.deallocate() }
    var places: [(offset: UInt64, hash: UInt64)] = []
    for first: UInt64 in [1, 9] {
      places.append(try leaf(first, encoder).withUnsafeBytes { bytes in try sink.append(page: bytes) })
    }
    var columns = [1, 9] + places.map(\.offset) + places.map(\.hash) + before + ordinals
    let root = Array(encoder.encode(&columns, columnCount: 5, stride: 2, count: 2, level: 1))
    let place = try root.withUnsafeBytes { bytes in try sink.append(page: bytes) }
    return RunPages(
      file: PageFile(
        path: "/none",
        header: CheckpointBytes.header,
        region: CheckpointFiles.region(sink.bytes),
        rebuild: nil
      ),
      section: CheckpointSection(
        kind: .extent,
        offset: place.offset,
        length: UInt64(root.count),
        hash: place.hash,
        count: count,
        pageCount: pageCount
      ),
      keyWords: 1,
      leafColumns: 1
    )
  }

  private func keys(_ pages: RunPages) -> [UInt64] {
    LayeredMap<UInt64, Void>(base: IndexRun(pages)).entries().map(\.key)
  }

  @Test func `pages in the order in which they are written are read`() throws {
    let pages = try Self.pages([0, 1])
    #expect(keys(pages) == Array(1...16))
    #expect(pages.file.failure == nil)
  }

  @Test(arguments: [[0, 0], [1, 1], [1, 0], [0, 2], [0, .max], [.max, 0]] as [[UInt64]])
  func `pages that share a number, or have none of theirs, are damage`(ordinals: [UInt64]) throws {
    let pages = try Self.pages(ordinals)
    #expect(keys(pages).isEmpty)
    #expect(pages.file.failure?.code == .checkpointCorrupt)
  }

  @Test(arguments: [17, 1 << 40, .max] as [UInt64])
  func `a walk over an index that is said to have more entries than it has comes to an end`(count: UInt64)
    throws
  {
    let pages = try Self.pages(count: count)
    let map = LayeredMap<UInt64, Void>(base: IndexRun(pages))
    #expect(map.entries().map(\.key) == Array(1...16))
    #expect(map.reversedEntries().map(\.key).isEmpty)
    #expect(pages.file.failure?.code == .checkpointCorrupt)
  }

  @Test(arguments: [[0, 0], [0, 1], [0, 9], [8, 8], [1, 8], [0, .max], [8, 0]] as [[UInt64]])
  func `leaves before which there are not the entries that are said are damage`(before: [UInt64]) throws {
    let pages = try Self.pages(before: before)
    let map = LayeredMap<UInt64, Void>(base: IndexRun(pages))
    #expect(map.entries().map(\.key).count < 16 || map.reversedEntries().map(\.key).count < 16)
    #expect(pages.file.failure?.code == .checkpointCorrupt)
  }

  @Test(arguments: [0, 1, 2, 4, 64] as [UInt64])
  func `an index that is said to have other pages than it has is damage`(pageCount: UInt64) throws {
    let pages = try Self.pages([0, 1], pageCount: pageCount)
    #expect(keys(pages).isEmpty)
    #expect(pages.file.failure?.code == .checkpointCorrupt)
  }
}
