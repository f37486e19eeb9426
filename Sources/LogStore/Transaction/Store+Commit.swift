extension Store {
  /// Completes a batch by the rules of the graph and makes it durable as one unit.
  ///
  /// When it returns, the commit survives the death of the process and the loss of power. When it throws,
  /// nothing was changed, except after `commitOutcomeUnknown`: then the store refuses further writes, and
  /// reopening tells whether the commit happened.
  ///
  /// - Throws: `validation` with all broken rules, `uniquenessViolation`, `conflict`, `outOfSpace`,
  ///   `limitExceeded`, `readOnly`, `closed`, `poisoned`, `commitOutcomeUnknown`.
  /// - Complexity: O(changes); one synchronous write, two syncs above half of a log half.
  @discardableResult
  public func commit(_ batch: WriteBatch) throws(StoreError) -> CommitReceipt {
    try withWriter("commit") { writer throws(StoreError) in
      let base = snapshot().state
      guard !batch.isEmpty else { return CommitReceipt(sequence: base.sequence) }
      let change = try GraphChange.resolve(batch, over: base) { ids.withLock { $0.takeInCommit() } }
      guard !change.isEmpty else {
        return CommitReceipt(sequence: base.sequence, forwarded: change.receiptPairs)
      }
      return try write(change, author: batch.author, &writer)
    }
  }

  private func write(
    _ change: GraphChange,
    author: String,
    _ writer: inout Writer
  ) throws(StoreError) -> CommitReceipt {
    let time = io.now()
    var content = FrameContent(sequence: writer.log.nextSequence, hashSeed: hashSeed)
    var changes: [CommittedChanges.Change] = []
    for id in change.order {
      guard let record = change.records[id] else { continue }
      try content.append(.put, layout: record.layout.id, object: id.rawValue, payload: record.payload)
      changes.append(
        .init(
          id: id,
          kind: record.isInsertion ? .inserted : .updated,
          properties: record.isInsertion ? [] : record.differingProperties
        )
      )
    }
    let gone = change.deletedOrder.filter { change.base.entity(of: $0) != nil }
    for id in gone {
      try content.append(.tombstone, object: id.rawValue, payload: [])
      changes.append(.init(id: id, kind: .deleted, properties: []))
    }
    for id in change.edges.putOrder {
      guard let edge = change.edges.puts[id] else { continue }
      try content.append(.edge, object: id.rawValue, payload: edge.encoded())
    }
    for id in change.edges.removedOrder { try content.append(.tombstone, object: id.rawValue, payload: []) }
    noteEdgeOwners(change, &changes)
    try content.append(
      .history,
      object: content.sequence,
      payload: HistoryPayload.encode(time: time, author: author, changes: changes)
    )
    let appended = try append(content, time: time, &writer)
    let state: IndexState
    do throws(StoreError) {
      state = try apply(change, content, appended, gone: gone)
    } catch {
      throw writer.log.lost(behind: content.sequence, error)
    }
    publish(state)
    recent.withLock {
      $0.append(CommittedChanges(sequence: content.sequence, time: time, author: author, changes: changes))
    }
    return CommitReceipt(
      sequence: content.sequence,
      forwarded: change.receiptPairs,
      deleted: gone.sorted(),
      touched: change.order.filter { change.records[$0]?.isNamed == false }
    )
  }

  /// Objects whose to-many relationships changed without their records changing are part of the history too.
  private func noteEdgeOwners(_ change: GraphChange, _ changes: inout [CommittedChanges.Change]) {
    var known = Dictionary(uniqueKeysWithValues: changes.enumerated().map { ($0.element.id, $0.offset) })
    func note(_ id: ObjectID, _ relationship: PropertyID) {
      guard !change.deleted.contains(id) else { return }
      if let index = known[id] {
        if changes[index].kind == .updated, !changes[index].properties.contains(relationship) {
          changes[index].properties.append(relationship)
        }
      } else {
        known[id] = changes.count
        changes.append(.init(id: id, kind: .updated, properties: [relationship]))
      }
    }
    func note(_ edge: EdgePayload) {
      note(edge.owner, edge.relationship)
      if let inverse = change.catalog.relationship(edge.relationship)?.inverse { note(edge.target, inverse) }
    }
    for id in change.edges.putOrder {
      if let edge = change.edges.puts[id] { note(edge) }
    }
    for id in change.edges.removedOrder {
      if let edge = try? change.base.edge(id) { note(edge) }
    }
    let moves = SlotMoves(change)
    let owners = Set(moves.gained.keys).union(moves.lost.keys)
    for key in owners.sorted(by: { ($0.owner, $0.relationship) < ($1.owner, $1.relationship) }) {
      note(key.owner, key.relationship)
    }
  }

  /// Makes a frame durable, and with it a higher limit of ids when that is due.
  func append(
    _ content: FrameContent,
    time: Int64,
    _ writer: inout Writer
  ) throws(StoreError) -> LogWriter.Appended {
    let raised = ids.withLock { $0.isLow ? $0.nextLimit : nil }
    let before = writer.log.idLimit
    if let raised { writer.log.idLimit = max(before, raised) }
    let appended: LogWriter.Appended
    do {
      appended = try writer.log.append(content, time: time)
    } catch {
      if writer.log.poison == nil { writer.log.idLimit = before }
      throw error
    }
    if let raised { ids.withLock { $0.raise(to: raised) } }
    return appended
  }

  /// The indexes after a commit.
  private func apply(
    _ change: GraphChange,
    _ content: FrameContent,
    _ appended: LogWriter.Appended,
    gone: [ObjectID]
  ) throws(StoreError) -> IndexState {
    var state = change.base
    state.sequence = content.sequence
    state.segments.insert(appended.segment)
    var edits = IndexEdits(state.plans)
    for id in gone {
      let size = try change.base.withRecord(id) { view, _ throws(StoreError) in
        edits.remove(id, view)
        return aligned8(FormatConstants.recordHeaderSize + view.count)
      }
      state.liveBytes -= size ?? 0
      state.displace(id)
    }
    for id in change.edges.removedOrder {
      guard let edge = try change.base.edge(id) else { continue }
      edits.remove(edge)
      state.displace(id)
      state.liveBytes -= aligned8(FormatConstants.recordHeaderSize + EdgePayload.size)
    }
    for entry in content.entries {
      let id = ObjectID(rawValue: entry.header.object)
      let location = Location(
        segment: appended.segment.id,
        offset: appended.payloadOffset + UInt64(entry.offset),
        size: entry.header.size
      )
      switch entry.header.kind {
      case .put:
        guard let record = change.records[id] else { continue }
        record.withView { new in
          let replaced: Void? = record.withStoredView { old in
            edits.replace(id, old, by: new)
            state.liveBytes -= aligned8(FormatConstants.recordHeaderSize + old.count)
          }
          if replaced == nil { edits.insert(id, new) }
        }
        state.place(id, record.layout.entity, at: location)
        state.liveBytes += aligned8(entry.header.size)
      case .edge:
        guard let edge = change.edges.puts[id] else { continue }
        if let old = try change.base.edge(id) {
          edits.remove(old)
          state.liveBytes -= aligned8(entry.header.size)
        }
        edits.insert(id, edge)
        state.placeEdge(id, at: location)
        state.liveBytes += aligned8(entry.header.size)
      case .history: state.history.updateValue(location.word, forKey: entry.header.object)
      case .tombstone, .schema, .layout, .key, .blobRelease, .meta: break
      }
    }
    edits.apply(to: &state)
    return state
  }
}

extension GraphChange {
  /// Forwarded ids in rising order.
  var receiptPairs: [(incoming: ObjectID, survivor: ObjectID)] {
    forwarded.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
