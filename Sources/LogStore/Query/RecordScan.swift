/// Reads many records of one version of the store, one after another.
///
/// A class, so that the closures on the way hold one reference: an `IndexState` is a value of a dozen parts,
/// and copying it for each record costs ten times as much as reading the record.
final class RecordScan: RecordReader {
  private let state: IndexState
  private let locations: PersistentArray<UInt64>
  private let catalog: Catalog
  private let hashSeed: UInt64
  // The segment and the layout of the record before, which are those of the next one as a rule.
  @exclusivity(unchecked) private var segment: (id: UInt32, segment: Segment)?
  @exclusivity(unchecked) private var layout: RecordLayout?

  init(_ state: IndexState) {
    self.state = state
    locations = state.locations
    catalog = state.catalog
    hashSeed = state.hashSeed
  }

  func visit(_ id: ObjectID, _ body: (RecordView) throws(StoreError) -> Void) throws(StoreError) -> Bool {
    guard state.entity(of: id) != nil else { return false }
    return try visit(id.rawValue) { (_, view) throws(StoreError) in
      try body(view)
      return true
    }
  }

  /// Lends the verified record of an existing object to a closure and passes its answer on.
  func visit(
    _ id: UInt64,
    _ body: (ObjectID, RecordView) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let location = Location(word: locations[id])
    let bound = location.sizeBound
    guard bound > 0 else {
      // Larger than a location can say.
      return try state.withRecord(ObjectID(rawValue: id)) { (view, _) throws(StoreError) in
        try body(ObjectID(rawValue: id), view)
      } ?? true
    }
    let segment = try segment(of: location, id)
    return try segment.withBytes(at: location.offset, count: bound) { (bytes) throws(StoreError) in
      try body(ObjectID(rawValue: id), view(of: bytes, location, id))
    }
  }

  private func segment(of location: Location, _ id: UInt64) throws(StoreError) -> Segment {
    if let segment, segment.id == location.segment { return segment.segment }
    guard let found = state.segments[location.segment] else {
      throw state.damaged(location, id, "segment \(location.segment) is not part of the store")
    }
    segment = (location.segment, found)
    return found
  }

  private func view(
    of bytes: UnsafeRawBufferPointer,
    _ location: Location,
    _ id: UInt64
  ) throws(StoreError) -> RecordView {
    guard let header = RecordHeader(decoding: bytes), header.size <= bytes.count else {
      throw state.damaged(location, id, "no record header")
    }
    let payload = UnsafeRawBufferPointer(
      rebasing: bytes[FormatConstants.recordHeaderSize..<header.size]
    )
    guard header.object == id, header.isIntact(payload, hashSeed: hashSeed) else {
      throw state.damaged(location, id, "the record's checksum does not fit its bytes")
    }
    guard let layout = layout(header.layout), let view = RecordView(layout: layout, payload: payload) else {
      throw state.damaged(location, id, "the payload does not fit layout \(header.layout.rawValue)")
    }
    return view
  }

  private func layout(_ id: LayoutID) -> RecordLayout? {
    if let layout, layout.id == id { return layout }
    layout = catalog.layout(id)
    return layout
  }
}
