/// Answers that an index gives without a record being read.
extension GraphReader {
  /// Whether the entries of a walk are the results, whatever their order.
  private func isAnswer(_ scan: IndexScan, _ planner: QueryPlanner<Source>) -> Bool {
    overlay == nil && scan.isExact && planner.isImplied(by: scan.terms)
  }

  /// Number of results, if the index alone can tell.
  func count(_ scan: IndexScan, _ planner: QueryPlanner<Source>) -> Int? {
    guard isAnswer(scan, planner) else { return nil }
    guard let entities = partialEntities(scan, planner) else { return planner.count(of: scan) }
    var count = 0
    visit(scan) { entry in
      let entity = source.entity(of: ObjectID(rawValue: entry.id))
      if let entity, entities.contains(entity) { count += 1 }
      return true
    }
    return count
  }

  /// The first results of a query in its order, if the index alone can tell.
  ///
  /// - Parameter enough: How many of them; nil for all.
  func answer(
    _ query: RecordQuery,
    _ scan: IndexScan,
    _ planner: QueryPlanner<Source>,
    enough: Int?
  ) -> [ObjectID]? {
    guard isAnswer(scan, planner) else { return nil }
    let entities = partialEntities(scan, planner)
    var found: [ObjectID] = []
    func add(_ entry: SecondaryKey) {
      let id = ObjectID(rawValue: entry.id)
      if let entities {
        guard let entity = source.entity(of: id), entities.contains(entity) else { return }
      }
      found.append(id)
    }
    if query.sort.isEmpty {
      // The objects of one key rise by themselves.
      let isRising = scan.parts.count == 1 && scan.arePoints
      if entities == nil {
        appendIDs(of: scan, to: &found, limit: isRising ? enough : nil)
        if !isRising { found.sort() }
        return found
      }
      visit(scan) { entry in
        add(entry)
        return !isRising || enough.map { found.count < $0 } ?? true
      }
      if !isRising { found.sort() }
      return found
    }
    // Long keys are in no order.
    guard scan.isTotal, scan.arePoints || !scan.index.hasLongKeys else { return nil }
    guard scan.isDescending else {
      if entities == nil {
        appendIDs(of: scan, to: &found, limit: enough)
        return found
      }
      visit(scan) { entry in
        add(entry)
        return enough.map { found.count < $0 } ?? true
      }
      return found
    }
    let map = source.entries(ofIndex: scan.number)
    for part in scan.parts.reversed() {
      var upper = part.upper
      // Key by key downwards, but the objects of one key upwards.
      while enough.map({ found.count < $0 }) ?? true {
        var down = map.cursorAtEnd(from: part.lower, to: upper)
        guard let (last, _) = down.previous() else { break }
        var up = map.cursor(from: last.withoutID, to: last.followingKey)
        while let (entry, _) = up.next() { add(entry) }
        upper = last.withoutID
      }
    }
    return found
  }

  /// The entities asked for, unless they are all that the index holds.
  private func partialEntities(_ scan: IndexScan, _ planner: QueryPlanner<Source>) -> [EntityID]? {
    catalog.familyCount(of: scan.index.entity) == planner.entities.count ? nil : planner.entities
  }
}
