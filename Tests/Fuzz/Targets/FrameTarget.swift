import LogStore
import LogStoreTesting

/// A row of frames with records of every kind.
struct FrameTarget: FuzzTarget {
  private static let salt: UInt64 = 5
  private static let hashSeed: UInt64 = 6
  private static let layout = RecordLayout(
    id: LayoutID(rawValue: 1),
    entity: EntityID(rawValue: 1),
    fields: [
      .init(property: PropertyID(rawValue: 1), kind: .string),
      .init(property: PropertyID(rawValue: 2), kind: .int32),
      .init(property: PropertyID(rawValue: 3), kind: .external),
    ]
  )

  func input(_ random: inout SimulatedRandomness) throws -> [UInt8] {
    var image = MutableImage()
    let kinds: [FrameHeader.Kind] = [.commit, .commit, .bulk, .compaction, .relocate, .padding]
    for number in 0..<1 + random.below(4) {
      let kind = random.one(of: kinds)
      let content = try Self.content(UInt64(number + 1), &random)
      append(
        kind,
        kind == .padding ? [UInt8](repeating: 0, count: 8 * random.below(9)) : content.payload,
        content,
        &image
      )
      if kind == .bulk, !random.once(in: 8) {
        append(.bulkReference, [UInt8](repeating: 1, count: 40), content, &image)
      }
    }
    let places = FrameSeals.places(in: image.bytes, from: 0, to: image.bytes.count)
    for start in places.frames { image.note(at: start, FrameSeals.frameWidths) }
    for start in places.records {
      image.note(at: start, FrameSeals.recordWidths)
      image.note(at: start + 32, [4, 4, 8, 8])
    }
    if !random.once(in: 8) { image.mutate(&random) }
    if !random.once(in: 8) {
      var seals = FrameSeals(salt: Self.salt, hashSeed: Self.hashSeed, chain: 9)
      seals.seal(&image.bytes, places.frames)
    }
    return image.bytes
  }

  private func append(
    _ kind: FrameHeader.Kind,
    _ payload: [UInt8],
    _ content: (payload: [UInt8], count: Int, sequence: UInt64),
    _ image: inout MutableImage
  ) {
    let header = FrameHeader(
      kind: kind,
      sequence: kind == .padding ? 0 : content.sequence,
      payloadSize: payload.count,
      recordCount: kind == .padding || kind == .bulkReference ? 0 : content.count,
      time: 0,
      previousHash: 0,
      contentHash: 0
    )
    image.bytes += header.encoded(salt: Self.salt, offset: 0).bytes + payload
    if kind == .bulkReference { image.bytes.put(1, image.bytes.count - 8, 8) }
  }

  private static func content(
    _ sequence: UInt64,
    _ random: inout SimulatedRandomness
  ) throws -> (payload: [UInt8], count: Int, sequence: UInt64) {
    let content = FrameContent(sequence: sequence, hashSeed: hashSeed)
    for _ in 0..<random.below(5) {
      let object = 1 + random.number() >> 40
      switch random.below(6) {
      case 0: try content.append(.tombstone, object: object, payload: [])
      case 1:
        let edge = EdgePayload(
          relationship: PropertyID(rawValue: 1),
          owner: ObjectID(rawValue: object),
          target: ObjectID(rawValue: 2),
          ownerKey: random.next(),
          targetKey: 0
        )
        try content.append(.edge, object: object, payload: edge.encoded())
      case 2:
        try content.append(.layout, object: 1 + object % 9, payload: CatalogCoding.encode(layout))
      case 3:
        try content.append(.schema, object: 0, payload: CatalogCoding.encode(entities: [], nextProperty: 1))
      case 4:
        let change = CommittedChanges.Change(id: ObjectID(rawValue: object), kind: .inserted, properties: [])
        try content.append(
          .history,
          object: sequence,
          payload: HistoryPayload.encode(time: 0, author: random.text(), changes: [change])
        )
      default:
        var writer = RecordWriter(layout: layout)
        writer.append(random.text())
        writer.append(fixed: Int32(truncatingIfNeeded: random.next()))
        random.bytes(random.below(40)).withUnsafeBytes { writer.append(inline: $0) }
        try content.append(.put, layout: layout.id, object: object, payload: Array(writer.finish()))
      }
    }
    return (Array(content.payload), content.count, sequence)
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    var walker = FrameWalker(salt: Self.salt, hashSeed: Self.hashSeed, chain: 9, sequence: 0)
    let end = try walker.walk(
      input,
      from: 0,
      to: input.count,
      stopsAtFailure: true,
      { frame throws(StoreError) in try visit(frame) },
      fail: { StoreError(.segmentCorrupt, tried: "walk", found: $0.reason, remedy: "none") }
    )
    guard end <= input.count else { throw FuzzViolation("frames of \(end) bytes in \(input.count)") }
    return end == input.count
  }

  private func visit(_ frame: FrameWalker.Frame) throws(StoreError) {
    guard frame.header.kind != .relocate else { return }
    try FrameWalker.forEachRecord(frame) { record, _, payload in
      switch record.kind {
      case .edge: _ = EdgePayload(decoding: payload)
      case .layout: _ = try? CatalogCoding.decodeLayout(id: LayoutID(rawValue: 1), payload)
      case .schema: _ = try? CatalogCoding.decode(payload)
      case .history: _ = try? HistoryPayload.decode(sequence: record.version, payload)
      case .put:
        guard let view = RecordView(layout: Self.layout, payload: payload) else { return }
        for field in Self.layout.fields.indices { _ = view.value(field) }
      default: break
      }
    }
  }
}
