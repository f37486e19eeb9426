extension GraphChange {
  /// The indexes after the commit, whose records were encoded in `content` and go to that place. Reads old records,
  /// writes nothing. Throws where the old indexes are damaged.
  func applied(
    _ content: FrameContent,
    gone: [ObjectID],
    segment: Segment,
    payloadOffset: UInt64
  ) throws(StoreError) -> IndexState {
    var state = base
    state.sequence = content.sequence
    state.segments.insert(segment)
    var edits = IndexEdits(state)
    var places = PlacementRun()
    for id in gone {
      let size = try base.withRecord(id) { view, _ throws(StoreError) in
        edits.remove(id, view)
        return RecordHeader.room(payload: view.count)
      }
      state.liveBytes -= size ?? 0
      state.displace(id)
    }
    for id in edges.removedOrder {
      guard let edge = try base.edge(id) else { continue }
      edits.remove(edge)
      state.displace(id)
      state.liveBytes -= RecordHeader.room(payload: EdgePayload.size)
    }
    for entry in content.entries {
      let id = ObjectID(rawValue: entry.object)
      let location = Location(
        segment: segment.id,
        offset: payloadOffset + UInt64(entry.offset),
        size: entry.size
      )
      switch entry.kind {
      case .put:
        guard let record = records[id] else { continue }
        let new = record.record.view
        if let old = record.stored {
          edits.replace(id, old.record.view, by: new)
          state.liveBytes -= RecordHeader.room(payload: old.size)
        } else {
          edits.insert(id, new)
        }
        places.add(id, new.layout.entity, location, to: &state)
        state.liveBytes += aligned8(entry.size)
      case .edge:
        guard let edge = edges.puts[id] else { continue }
        if let old = try base.edge(id) {
          edits.remove(old)
          state.liveBytes -= aligned8(entry.size)
        }
        edits.insert(id, edge)
        state.placeEdge(id, at: location)
        state.liveBytes += aligned8(entry.size)
      case .history: state.placeHistory(entry.object, at: location)
      case .tombstone, .schema, .layout, .key, .blobRelease, .meta: break
      }
    }
    places.flush(to: &state)
    edits.apply(to: &state)
    try state.refuseIfDamaged()
    return state
  }
}
