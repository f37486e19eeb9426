/// Checkpoints and segment lists.
extension StoreMap {
  private static let headerZeros = MapField("checkpoint header", "zeros behind the entries", .unused)
  private static let gap = MapField("checkpoint", "bytes between sections", .unused)
  private static let stateLocation = MapField("state", "location of a catalog record")
  private static let stateBlobs = MapField("state", "blob bytes")

  /// A segment list: the beginning of a checkpoint, up to the end of its segment table.
  func takeList(_ mapper: FileMapper, _ bytes: UnsafeRawBufferPointer) throws {
    guard let superblock = knowledge.superblock, let size = CheckpointHeader.size(beginning: bytes),
      size <= bytes.count
    else { return }
    let beginning = UnsafeRawBufferPointer(rebasing: bytes[..<size])
    guard CheckpointHeader.hash(beginning, superblock.storeID) == superblock.checkpoint.hash,
      let header = try? CheckpointHeader(decoding: beginning, of: bytes, isList: true),
      let table = header.sections.first(where: { $0.kind == .segmentTable }), table.offset == UInt64(size)
    else { return }
    try takeHeader(mapper, beginning)
    for _ in header.segments { try mapper.take(FieldTable.segmentEntry) }
  }

  private func takeHeader(_ mapper: FileMapper, _ header: UnsafeRawBufferPointer) throws {
    try mapper.take(FieldTable.checkpoint)
    let count = header.word(CheckpointHeader.fixedSize - 16, UInt64.self)
    for _ in 0..<count { try mapper.take(FieldTable.section) }
    try mapper.take(
      header.count - CheckpointHeader.size(sections: Int(clamping: count)),
      Self.headerZeros
    )
  }

  // MARK: Checkpoint

  /// A part of a checkpoint behind its header.
  private enum Part {
    case segments(Int)
    case state(UnsafeRawBufferPointer)
    case page(RunPage, size: Int, PageFields)
  }

  /// The fields of the pages of one index.
  private struct PageFields {
    let header: FieldTable
    let column: FieldTable
    let data: MapField
    let zero: MapField

    init(_ section: CheckpointSection) {
      let structure = "page (\(section.kind.label))"
      header = FieldTable.page.renamed(structure)
      column = FieldTable.column.renamed(structure, prefix: "column.")
      data = MapField(structure, "data")
      zero = MapField(structure, "zero")
    }
  }

  /// The checkpoint that counts.
  mutating func mapCheckpoint(_ name: String) throws {
    guard let superblock = knowledge.superblock else { return try map(name, as: .unknown) }
    let image: CheckpointImage
    do throws(StoreError) {
      image = try CheckpointFiles.open(superblock, io: io, paths: paths, allowsMapping: false)
    } catch {
      // Its header is damaged, or it cannot be read; what can be is looked at once more, for its size.
      if error.code == .checkpointCorrupt { return try map(name, as: .unknown) }
      return try map(name) { _, _, _ in }
    }
    let map = self
    try self.map(name, size: UInt64(image.size)) { try map.take(image, $0) }
  }

  private func take(_ image: CheckpointImage, _ mapper: FileMapper) throws {
    let bytes = image.file.region.bytes
    defer { withExtendedLifetime(image) {} }
    if let size = CheckpointHeader.size(beginning: bytes) {
      try takeHeader(mapper, UnsafeRawBufferPointer(rebasing: bytes[..<size]))
    }
    for (offset, part) in parts(of: image) where offset >= mapper.offset {
      try takeGap(mapper, bytes, to: offset)
      try take(part, mapper)
    }
    try takeGap(mapper, bytes, to: UInt64(bytes.count))
  }

  /// Bytes that belong to no part: up to the next multiple of 8 they have no meaning.
  private func takeGap(_ mapper: FileMapper, _ bytes: UnsafeRawBufferPointer, to end: UInt64) throws {
    let gap = bytes[Int(mapper.offset)..<Int(end)]
    try mapper.take(gap.count, gap.count < 8 && gap.allSatisfy { $0 == 0 } ? Self.gap : .unknown)
  }

  /// All parts whose checksums fit, by where they begin.
  private func parts(of image: CheckpointImage) -> [(offset: UInt64, part: Part)] {
    var parts: [(offset: UInt64, part: Part)] = []
    for section in image.header.sections {
      switch section.kind {
      case .segmentTable: parts.append((section.offset, .segments(image.header.segments.count)))
      case .state:
        let bytes = image.file.region.bytes
        guard
          let content = try? CheckpointHeader.content(of: section, bytes, image.header.storeID)
        else { continue }
        parts.append((section.offset, .state(content)))
      default:
        let fields = PageFields(section)
        image.pages(section.kind, section.number)?.forEachPage { offset, page, size in
          parts.append((offset, .page(page, size: size, fields)))
        }
      }
    }
    return parts.sorted { $0.offset < $1.offset }
  }

  private func take(_ part: Part, _ mapper: FileMapper) throws {
    switch part {
    case .segments(let count): for _ in 0..<count { try mapper.take(FieldTable.segmentEntry) }
    case .state(let bytes):
      guard bytes.count >= FieldTable.state.size else { return try mapper.take(bytes.count, .unknown) }
      try mapper.take(FieldTable.state)
      let rest = bytes.count - FieldTable.state.size
      let locations = min(bytes.word(FieldTable.state.size - 8, UInt64.self), UInt64(rest / 8)) * 8
      try mapper.take(locations, Self.stateLocation)
      try mapper.take(rest - Int(locations), Self.stateBlobs)
    case .page(let page, let size, let fields):
      try mapper.take(fields.header)
      let columns = page.columnCount
      for _ in 0..<columns { try mapper.take(fields.column) }
      try mapper.take(size - RunPage.headerSize - columns * RunPage.columnSize - 8, fields.data)
      try mapper.take(8, fields.zero)
    }
  }
}

extension RunPages {
  /// Visits the root and all pages below it that verify, with offset and size. Below one that does not, none
  /// is known.
  func forEachPage(_ body: (UInt64, RunPage, Int) -> Void) {
    guard let root = try? root() else { return }
    visit(root.page, root.level, body)
  }

  private func visit(_ page: RunPage, _ level: Int, _ body: (UInt64, RunPage, Int) -> Void) {
    guard let start = file.region.bytes.baseAddress else { return }
    body(UInt64(page.base - start), page, page.size)
    guard level > 0 else { return }
    for slot in 0..<page.count {
      guard let child = try? child(slot, of: page, level: level) else { continue }
      visit(child, level - 1, body)
    }
  }
}
