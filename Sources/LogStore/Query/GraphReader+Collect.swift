extension GraphReader {
  /// Hands every object that fulfils a query's condition to a closure, each once, in no particular order.
  ///
  /// - Parameter enough: Number of results after which objects of higher ids are of no interest; nil if all are.
  func collect(
    _ planner: QueryPlanner<Source>,
    _ candidates: QueryCandidates,
    _ evaluator: Evaluator,
    enough: Int?,
    _ take: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    let condition = planner.filter.map { FilterCompiler.compile($0, self) } ?? nil
    switch candidates {
    case .nothing: return
    case .scan(let entities):
      let isTested = !planner.isImplied(by: TermSet())
      return try scan(entities, isTested ? condition : nil, evaluator, enough, take)
    case .identifiers(let ids): return try test(ids, planner, condition, evaluator, enough: enough, take)
    case .referrers(_, let ids):
      return try testBesidePending(ids, planner, condition, evaluator, enough: enough, take)
    case .index(let scan):
      var ids = scan.others
      appendIDs(of: scan, to: &ids)
      if scan.others.isEmpty {
        ids.sort()
      } else {
        ids = Set(ids).sorted()
      }
      let isTested = overlay != nil || !scan.isExact || !planner.isImplied(by: scan.terms)
      return try testBesidePending(
        ids,
        planner,
        isTested ? condition : nil,
        evaluator,
        enough: enough,
        take
      )
    }
  }

  /// Hands out what comes first in the order of an index, and everything that the index does not know the place
  /// of: enough of it that the first results are there.
  ///
  /// - Parameter enough: Number of results that matter.
  func collectInOrder(
    _ scan: IndexScan,
    _ planner: QueryPlanner<Source>,
    _ evaluator: Evaluator,
    enough: Int?,
    _ take: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    let condition = planner.filter.map { FilterCompiler.compile($0, self) } ?? nil
    try testBesidePending(scan.others, planner, condition, evaluator, enough: nil, take)
    let others = Set(scan.others)
    let records = source.recordReader
    var found = 0
    var last: SecondaryKey?
    var failure: StoreError?
    visit(scan) { entry in
      if let last, let enough, found >= enough {
        // Entries that cannot be told apart here are put in order by their records.
        let isTied = scan.index.hasLongKeys ? last.hasPrefix(of: entry) : last.hasKey(of: entry)
        if !isTied { return false }
      }
      last = entry
      let id = ObjectID(rawValue: entry.id)
      if overlay?.records[id] != nil || overlay?.deleted.contains(id) == true || others.contains(id) {
        return true
      }
      do throws(StoreError) {
        _ = try records.visit(id) { (view) throws(StoreError) in
          let row = Row(record: view, id: id)
          guard planner.entities.contains(row.entity) else { return }
          if try condition?.test(row, evaluator) ?? true {
            try take(row)
            found += 1
          }
        }
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  /// Visits the entries of a walk in its direction, until the closure answers false.
  func visit(_ scan: IndexScan, _ body: (SecondaryKey) -> Bool) {
    let map = source.entries(ofIndex: scan.number)
    if scan.isDescending {
      for part in scan.parts.reversed() {
        var cursor = map.cursorAtEnd(from: part.lower, to: part.upper)
        while let (key, _) = cursor.previous() {
          if !body(key) { return }
        }
      }
    } else {
      for part in scan.parts {
        var cursor = map.cursor(from: part.lower, to: part.upper)
        while let (key, _) = cursor.next() {
          if !body(key) { return }
        }
      }
    }
  }

  /// Adds the objects of a walk upwards, whatever its direction.
  ///
  /// - Parameter limit: Number of objects, those that are there included, after which no more are wanted; nil if all
  ///   are.
  func appendIDs(of scan: IndexScan, to ids: inout [ObjectID], limit: Int? = nil) {
    // In place, since its copy takes as long as many entries; nobody walks it again.
    if scan.walk?.appendIDs(to: &ids, limit: limit) != nil { return }
    for part in scan.parts {
      var cursor = source.entries(ofIndex: scan.number).cursor(from: part.lower, to: part.upper)
      cursor.appendIDs(to: &ids, limit: limit)
    }
  }

  /// Tests committed objects by id, and all pending ones, which an index of the source may not know.
  private func testBesidePending(
    _ ids: [ObjectID],
    _ planner: QueryPlanner<Source>,
    _ condition: Condition?,
    _ evaluator: Evaluator,
    enough: Int?,
    _ take: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let overlay else {
      return try test(ids, planner, condition, evaluator, enough: enough, take)
    }
    let committed = ids.filter { overlay.records[$0] == nil }
    try test(committed, planner, condition, evaluator, enough: enough, take)
    try test(overlay.records.keys.sorted(), planner, condition, evaluator, enough: enough, take)
  }

  /// Tests objects of any entity by id.
  private func test(
    _ ids: [ObjectID],
    _ planner: QueryPlanner<Source>,
    _ condition: Condition?,
    _ evaluator: Evaluator,
    enough: Int?,
    _ take: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let overlay else {
      let sieve = RowSieve(condition, evaluator, entities: planner.entities, enough: enough)
      return try source.forEachBatch(of: ids) { (rows) throws(StoreError) in try sieve.pass(rows, take) }
    }
    let records = source.recordReader
    var found = 0
    for id in ids {
      if let enough, found >= enough { return }
      func test(_ view: RecordView) throws(StoreError) {
        let row = Row(record: view, id: id)
        guard planner.entities.contains(row.entity) else { return }
        if try condition?.test(row, evaluator) ?? true {
          try take(row)
          found += 1
        }
      }
      if overlay.deleted.contains(id) { continue }
      if let record = overlay.records[id] {
        try record.lend { (view) throws(StoreError) in try test(view) }
        continue
      }
      _ = try records.visit(id) { (view) throws(StoreError) in try test(view) }
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
      guard let overlay else {
        let sieve = RowSieve(condition, evaluator, entities: nil, enough: perExtent)
        try source.forEachBatch(of: entity) { (rows) throws(StoreError) in try sieve.pass(rows, take) }
        continue
      }
      var found = 0
      try source.forEachRecord(of: entity) { (id, view) throws(StoreError) in
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
        let row = Row(record: view, id: id)
        if try condition?.test(row, evaluator) ?? true {
          try take(row)
          found += 1
          if let perExtent, found >= perExtent { return false }
        }
        return true
      }
      for id in overlay.inserted[entity] ?? [] {
        guard !overlay.deleted.contains(id), let record = overlay.records[id] else { continue }
        try record.lend { (view) throws(StoreError) in
          let row = Row(record: view, id: id)
          if try condition?.test(row, evaluator) ?? true { try take(row) }
        }
      }
    }
  }
}

extension LayeredMapCursor<SecondaryKey, Void> {
  /// Adds the objects of the entries behind the place, as `GraphReader.appendIDs`.
  fileprivate mutating func appendIDs(to ids: inout [ObjectID], limit: Int?) {
    let left = limit.map { $0 - ids.count } ?? .max
    ObjectID.append(
      &ids,
      cursor: &self,
      word: SecondaryKey.idWord,
      limit: left,
      mask: SecondaryKey.idMask
    )
  }
}
