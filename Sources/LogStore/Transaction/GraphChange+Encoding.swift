extension GraphChange {
  /// What a commit writes beside its records: what it reports.
  struct Report {
    var receipt: CommitReceipt
    var changes: CommittedChanges
    /// Objects that go.
    var gone: [ObjectID]
  }

  /// Writes the records of the commit behind each other.
  ///
  /// - Throws: `limitExceeded` for a record that is too large.
  func encode(into content: FrameContent, time: Int64, author: String) throws(StoreError) -> Report {
    var changes: [CommittedChanges.Change] = []
    changes.reserveCapacity(records.count + deletedOrder.count)
    var touched: [ObjectID] = []
    var sealer = RecordSealer(base)
    for slot in records.indices {
      guard let record = records[slot] else { continue }
      try sealer.append(record.record, of: record.id, to: content)
      changes.append(
        .init(
          id: record.id,
          kind: record.isInsertion ? .inserted : .updated,
          properties: record.isInsertion ? [] : record.differingProperties
        )
      )
      if !record.isNamed { touched.append(record.id) }
    }
    let gone = deletedOrder.filter { base.entity(of: $0) != nil }
    for id in gone {
      try content.append(.tombstone, object: id.rawValue, payload: [])
      changes.append(.init(id: id, kind: .deleted, properties: []))
    }
    for id in edges.putOrder {
      guard let edge = edges.puts[id] else { continue }
      try content.append(.edge, object: id.rawValue, payload: edge.encoded())
    }
    for id in edges.removedOrder { try content.append(.tombstone, object: id.rawValue, payload: []) }
    noteEdgeOwners(&changes)
    try content.append(
      .history,
      object: content.sequence,
      payload: HistoryPayload.encode(time: time, author: author, changes: changes)
    )
    var receipt = CommitReceipt(
      sequence: content.sequence,
      forwarded: receiptPairs,
      deleted: gone.sorted(),
      touched: touched
    )
    receipt.unusedBlobs = unusedBlobs
    return Report(
      receipt: receipt,
      changes: CommittedChanges(sequence: content.sequence, time: time, author: author, changes: changes),
      gone: gone
    )
  }

  /// Objects whose to-many relationships changed without their records changing are part of the history too.
  private func noteEdgeOwners(_ changes: inout [CommittedChanges.Change]) {
    let owners = moves.gainedKeys + moves.lostKeys
    if owners.isEmpty && edges.isEmpty { return }
    // Changes of the records in hand are found by a table that most commits do not need.
    let recordCount = changes.count
    var ofRecords: IDTable?
    var known = IDTable()
    func index(of id: ObjectID) -> Int? {
      guard records.contains(id) else { return known[id] }
      if ofRecords == nil {
        var table = IDTable()
        for offset in 0..<recordCount { table.set(changes[offset].id, to: offset) }
        ofRecords = table
      }
      return ofRecords?[id]
    }
    func note(_ id: ObjectID, _ relationship: PropertyID) {
      guard deleted.isEmpty || !deleted.contains(id) else { return }
      if let index = index(of: id) {
        if changes[index].kind == .updated, !changes[index].properties.contains(relationship) {
          changes[index].properties.append(relationship)
        }
      } else {
        known.set(id, to: changes.count)
        changes.append(.init(id: id, kind: .updated, properties: [relationship]))
      }
    }
    func note(_ edge: EdgePayload) {
      note(edge.owner, edge.relationship)
      if let inverse = catalog.relationship(edge.relationship)?.inverse { note(edge.target, inverse) }
    }
    for id in edges.putOrder {
      if let edge = edges.puts[id] { note(edge) }
    }
    for id in edges.removedOrder {
      if let edge = try? base.edge(id) { note(edge) }
    }
    for key in owners.sorted() { note(key.owner, key.relationship) }
  }

  /// Forwarded ids in rising order.
  var receiptPairs: [(incoming: ObjectID, survivor: ObjectID)] {
    forwarded.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
