extension GraphReader {
  /// Hands every object that fulfils a query's condition to a closure, each once, in no particular order.
  ///
  /// - Parameter perExtent: Number of results after which an extent, which is visited by rising id, has no
  ///   more to say; nil to visit it all.
  func collect(
    _ query: RecordQuery,
    _ evaluator: Evaluator,
    perExtent: Int?,
    _ take: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    let filter = query.filter?.folded()
    let planner = QueryPlanner(query, self)
    let condition =
      filter?.constantValue == .bool(true) ? nil : FilterCompiler.compile(filter, catalog: catalog)
    let ids: [ObjectID]
    switch planner.candidates(for: filter) {
    case .nothing: return
    case .scan(let entities): return try scan(entities, condition, evaluator, perExtent, take)
    case .identifiers(let named): return try test(named, planner.entities, condition, evaluator, take)
    case .index(_, let named), .referrers(_, let named): ids = named
    }
    // What an index of the source does not know yet is tested besides.
    guard let overlay else { return try test(ids, planner.entities, condition, evaluator, take) }
    let pending = Set(overlay.records.keys)
    let all = ids.filter { !pending.contains($0) } + pending.sorted()
    try test(all, planner.entities, condition, evaluator, take)
  }

  /// Tests objects of any entity by id.
  private func test(
    _ ids: [ObjectID],
    _ entities: [EntityID],
    _ condition: Condition?,
    _ evaluator: Evaluator,
    _ take: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    let wanted = Set(entities)
    for id in ids {
      _ = try withRecord(id) { (view, _) throws(StoreError) in
        let row = Row(record: view, id: id)
        guard wanted.contains(row.entity) else { return }
        if try condition?.test(row, evaluator) ?? true { try take(row) }
      }
    }
  }

  /// Tests all objects of some entities.
  private func scan(
    _ entities: [EntityID],
    _ condition: Condition?,
    _ evaluator: Evaluator,
    _ perExtent: Int?,
    _ take: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    for entity in entities {
      var found = 0
      try source.forEachRecord(of: entity) { (id, view) throws(StoreError) in
        if let overlay {
          if overlay.deleted.contains(id) { return true }
          if let record = overlay.records[id] {
            try record.lend { (view) throws(StoreError) in
              let row = Row(record: view, id: id)
              if try condition?.test(row, evaluator) ?? true {
                try take(row)
                found += 1
              }
            }
            return perExtent.map { found < $0 } ?? true
          }
        }
        let row = Row(record: view, id: id)
        if try condition?.test(row, evaluator) ?? true {
          try take(row)
          found += 1
          if let perExtent, found >= perExtent { return false }
        }
        return true
      }
      for id in overlay?.inserted[entity] ?? [] {
        guard let overlay, !overlay.deleted.contains(id), let record = overlay.records[id] else { continue }
        try record.lend { (view) throws(StoreError) in
          let row = Row(record: view, id: id)
          if try condition?.test(row, evaluator) ?? true { try take(row) }
        }
      }
    }
  }
}
