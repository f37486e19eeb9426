extension IndexState {
  /// Lends the record at a location, verified; without an id it may be about anything.
  package func withRecord<R>(
    at location: Location,
    of id: UInt64?,
    _ body: (RecordHeader, UnsafeRawBufferPointer) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    guard let segment = segments[location.segment] else {
      throw damaged(location, id, "segment \(location.segment) is not part of the store")
    }
    let bound = location.sizeBound
    if bound == 0 {
      let size = try segment.withBytes(at: location.offset, count: FormatConstants.recordHeaderSize) {
        RecordHeader(decoding: $0)?.size
      }
      guard let size else { throw damaged(location, id, "no record header") }
      return try segment.withBytes(at: location.offset, count: size) { bytes throws(StoreError) in
        try self.verify(bytes, location, id, body)
      }
    }
    return try segment.withBytes(at: location.offset, count: bound) { bytes throws(StoreError) in
      try self.verify(bytes, location, id, body)
    }
  }

  private func verify<R>(
    _ bytes: UnsafeRawBufferPointer,
    _ location: Location,
    _ id: UInt64?,
    _ body: (RecordHeader, UnsafeRawBufferPointer) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    guard let header = RecordHeader(decoding: bytes), header.size <= bytes.count else {
      throw damaged(location, id, "no record header")
    }
    let payload = UnsafeRawBufferPointer(
      rebasing: bytes[FormatConstants.recordHeaderSize..<header.size]
    )
    guard id == nil || header.object == id, header.isIntact(payload, hashSeed: hashSeed) else {
      throw damaged(location, id, "the record's checksum does not fit its bytes")
    }
    return try body(header, payload)
  }

  /// Lends an object's record; nil if there is no such object.
  package func withRecord<R>(
    _ id: ObjectID,
    _ body: (RecordView, SequenceNumber) throws(StoreError) -> R
  ) throws(StoreError) -> R? {
    guard entity(of: id) != nil else { return nil }
    let location = Location(word: locations[id.rawValue])
    return try withRecord(at: location, of: id.rawValue) { header, payload throws(StoreError) in
      guard let layout = catalog.layout(header.layout),
        let view = RecordView(layout: layout, payload: payload)
      else {
        throw damaged(location, id.rawValue, "the payload does not fit layout \(header.layout.rawValue)")
      }
      return try body(view, header.version)
    }
  }

  /// The edge with an id; nil if there is none.
  package func edge(_ id: ObjectID) throws(StoreError) -> EdgePayload? {
    guard kinds[id.rawValue] == Self.edgeKind else { return nil }
    let location = Location(word: locations[id.rawValue])
    return try withRecord(at: location, of: id.rawValue) { _, payload throws(StoreError) in
      guard let edge = EdgePayload(decoding: payload) else {
        throw damaged(location, id.rawValue, "the payload is no edge")
      }
      return edge
    }
  }

  /// The error of a record that cannot be used.
  package func damaged(_ location: Location, _ id: UInt64?, _ found: String) -> StoreError {
    let file = segments[location.segment]?.file.path ?? StorePaths(root: path).segment(location.segment)
    return StoreError(
      .recordCorrupt,
      tried: id.map { "read object \($0)" } ?? "read the catalog",
      path: file,
      offset: location.offset,
      found: found,
      remedy: "Run 'storectl check' on the store; restore the object from a backup.",
      objects: id.map { [ObjectID(rawValue: $0)] } ?? []
    )
  }

  /// Targets of a to-many relationship, in order.
  package func members(of owner: ObjectID, _ relationship: PropertyID) -> [ObjectID] {
    var ids: [ObjectID] = []
    forEachMember(of: owner, relationship) { key, _ in ids.append(ObjectID(rawValue: key.target)) }
    return ids
  }

  /// Visits the targets of a to-many relationship in order, with the id of the EDGE record or 0.
  package func forEachMember(
    of owner: ObjectID,
    _ relationship: PropertyID,
    _ body: (MemberKey, UInt64) -> Void
  ) {
    var cursor = members.cursor(from: .start(owner, relationship), to: .end(owner, relationship))
    while let (key, edge) = cursor.next() { body(key, edge) }
  }

  /// Owners whose one-way relationship points at an object.
  package func referrers(of target: ObjectID, _ relationship: PropertyID) -> [ObjectID] {
    var ids: [ObjectID] = []
    forEachReferrer(of: target) { key, _ in
      if key.relationship == UInt64(relationship.rawValue) { ids.append(ObjectID(rawValue: key.owner)) }
    }
    return ids
  }

  /// Visits all one-way references to an object.
  package func forEachReferrer(of target: ObjectID, _ body: (ReferrerKey, UInt64) -> Void) {
    let next = ObjectID(rawValue: target.rawValue &+ 1)
    let none = PropertyID(rawValue: 0)
    var cursor = referrers.cursor(
      from: ReferrerKey(target: target, relationship: none, owner: .none),
      to: ReferrerKey(target: next, relationship: none, owner: .none)
    )
    while let (key, edge) = cursor.next() { body(key, edge) }
  }

  /// The object with a key in a unique index; nil if there is none.
  func object(withKey encoder: borrowing KeyEncoder, index number: Int) throws(StoreError) -> ObjectID? {
    guard number < secondary.count else { return nil }
    let key = encoder.key(0)
    var cursor = secondary[number].cursor(from: key, to: key.followingKey)
    while let (entry, _) = cursor.next() {
      let id = ObjectID(rawValue: entry.id)
      if !entry.isLong { return id }
      if try has(id, key: encoder.bytes, index: number) { return id }
    }
    return nil
  }

  /// Whether an object's key in an index is these bytes.
  private func has(
    _ id: ObjectID,
    key bytes: UnsafeRawBufferPointer,
    index number: Int
  ) throws(StoreError) -> Bool {
    try withRecord(id) { record, _ throws(StoreError) in
      guard let key = plans[record.layout]?.keys.first(where: { $0.index == number }) else { return false }
      var encoder = KeyEncoder()
      encoder.encode(key, record)
      return encoder.bytes.elementsEqual(bytes)
    } ?? false
  }
}
