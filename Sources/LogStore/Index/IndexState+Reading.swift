extension IndexState {
  // No closure here captures the state: that would copy its dozen parts, which costs more than the record.

  /// Lends the record at a location, verified; without an id it may be about anything.
  package func withRecord<R>(
    at location: Location,
    of id: UInt64?,
    _ body: (RecordHeader, UnsafeRawBufferPointer) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    let lent = try bytes(at: location, of: id)
    defer { withExtendedLifetime(lent) {} }
    let record = try verified(lent.bytes, location, id)
    return try body(record.header, record.payload)
  }

  /// Lends an object's record; nil if there is no such object.
  package func withRecord<R>(
    _ id: ObjectID,
    _ body: (RecordView, SequenceNumber) throws(StoreError) -> R
  ) throws(StoreError) -> R? {
    guard let lent = try record(id) else { return nil }
    defer { withExtendedLifetime(lent) {} }
    return try body(lent.view, lent.version)
  }

  /// An object's record, verified; nil if there is no such object. It is good as long as this state is.
  package func record(_ id: ObjectID) throws(StoreError) -> LentRecord? {
    let location = Location(word: locations[id.rawValue])
    // As a rule the record lies in a segment that was mapped before.
    guard location.sizeBound > 0,
      let mapped = segments.mappedBytes(location.segment, for: location.offset)
    else { return try anyRecord(id, location) }
    if let layoutID = mapped.verifiedLayout(location), let layout = catalog.unretainedLayout(layoutID),
      let view = mapped.verifiedView(location, of: id.rawValue, layout, layoutID)
    {
      return LentRecord(view, version: mapped.version(location))
    }
    do throws(VerifiedRecord.Damage) {
      let record = try mapped.record(
        at: location.offset,
        location.sizeBound,
        of: id.rawValue,
        hashSeed: hashSeed
      )
      guard record.header.kind == .put else { return nil }
      return LentRecord(
        try record.view(catalog.layout(record.header.layout)),
        version: record.header.version
      )
    } catch {
      throw damaged(location, id.rawValue, error.found)
    }
  }

  @inline(never)
  private func anyRecord(_ id: ObjectID, _ location: Location) throws(StoreError) -> LentRecord? {
    guard !location.isNone else {
      try refuseIfDamaged()
      return nil
    }
    let lent = try bytes(at: location, of: id.rawValue)
    let record = try verified(lent.bytes, location, id.rawValue)
    guard record.header.kind == .put else { return nil }
    do throws(VerifiedRecord.Damage) {
      let view = try record.view(catalog.layout(record.header.layout))
      return LentRecord(view, version: record.header.version, holder: BytesHolder(lent))
    } catch {
      throw damaged(location, id.rawValue, error.found)
    }
  }

  private func bytes(at location: Location, of id: UInt64?) throws(StoreError) -> LentBytes {
    guard let segment = segments[location.segment] else {
      throw damaged(location, id, "segment \(location.segment) is not part of the store")
    }
    if location.sizeBound > 0 {
      return try segment.lend(at: location.offset, count: location.sizeBound)
    }
    // Larger than a location can say.
    let head = try segment.lend(at: location.offset, count: FormatConstants.recordHeaderSize)
    defer { withExtendedLifetime(head) {} }
    guard let size = RecordHeader(decoding: head.bytes)?.size else {
      throw damaged(location, id, "no record header")
    }
    return try segment.lend(at: location.offset, count: size)
  }

  private func verified(
    _ bytes: UnsafeRawBufferPointer,
    _ location: Location,
    _ id: UInt64?
  ) throws(StoreError) -> VerifiedRecord {
    do throws(VerifiedRecord.Damage) {
      return try VerifiedRecord(bytes, of: id, hashSeed: hashSeed)
    } catch {
      throw damaged(location, id, error.found)
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
    var cursor = members.cursor(from: .start(owner, relationship), to: .end(owner, relationship))
    return ObjectID.array(of: &cursor, word: MemberKey.targetWord)
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
