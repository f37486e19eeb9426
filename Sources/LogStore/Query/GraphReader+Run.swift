extension GraphReader {
  /// The ids of the objects that a query asks for, in its order.
  ///
  /// Complexity: linear in the candidates, which are the objects of the entities unless the condition names
  /// ids, an indexed key or the target of a relationship.
  package func run(_ query: RecordQuery) throws(StoreError) -> [ObjectID] {
    if let limit = query.limit, limit <= 0 { return [] }
    var found = try results(query, RecordQuery.bound(limit: query.limit, offset: query.offset))
    if query.offset > 0 { found.removeFirst(min(query.offset, found.count)) }
    if let limit = query.limit, found.count > limit { found.removeSubrange(limit...) }
    return found
  }

  /// The results of a query in its order, without regard to its offset and limit.
  ///
  /// - Parameter bound: Number of results that matter; nil if all do.
  private func results(_ query: RecordQuery, _ bound: Int?) throws(StoreError) -> [ObjectID] {
    let planner = QueryPlanner(query, self)
    let candidates = planner.candidates()
    if case .index(let scan) = candidates, let found = answer(query, scan, planner, enough: bound) {
      return found
    }
    let evaluator = Evaluator(access: self)
    if query.sort.isEmpty {
      var found: [ObjectID] = []
      try collect(planner, candidates, evaluator, enough: bound) { (row) in found.append(row.id) }
      if !Self.isRising(found) { found.sort() }
      return found
    }
    var compiler = FilterCompiler(self)
    let readers = query.sort.map { SortKeyReader($0, &compiler) }
    let sorter = ResultSorter(readers, bound: bound, evaluator)
    if case .index(let scan) = candidates, scan.isOrdered {
      try collectInOrder(scan, planner, evaluator, enough: bound) { (row) throws(StoreError) in
        try sorter.add(row)
      }
    } else {
      try collect(planner, candidates, evaluator, enough: nil) { (row) throws(StoreError) in
        try sorter.add(row)
      }
    }
    return sorter.finish()
  }

  /// Number of objects that a query asks for; its limit and offset count.
  ///
  /// Complexity: constant an entity without condition and pending changes; where an index stands for the whole
  /// condition, linear in the leaves of the index that hold the results; otherwise as `run` without sorting.
  package func count(_ query: RecordQuery) throws(StoreError) -> Int {
    var unsorted = query
    unsorted.sort = []
    unsorted.limit = nil
    let planner = QueryPlanner(unsorted, self)
    let candidates = planner.candidates()
    var count = 0
    if case .index(let scan) = candidates, let known = self.count(scan, planner) {
      count = known
    } else if case .scan(let entities) = candidates, overlay == nil, planner.isImplied(by: TermSet()) {
      for entity in entities { count += source.count(of: entity) }
    } else if case .scan(let entities) = candidates, overlay == nil, let filter = planner.filter,
      FilterCompiler.compile(filter, self)?.isPlain == true
    {
      for entity in entities { count += try Self.count(filter, source, entity) }
    } else {
      let evaluator = Evaluator(access: self)
      try collect(planner, candidates, evaluator, enough: nil) { (_) in count += 1 }
    }
    count = max(0, count - max(0, query.offset))
    return query.limit.map { min(count, max(0, $0)) } ?? count
  }

  /// Whether a condition holds for an object; false if there is no such object.
  package func evaluate(_ filter: FilterExpression, on id: ObjectID) throws(StoreError) -> Bool {
    let evaluator = Evaluator(access: self)
    guard let condition = FilterCompiler.compile(filter.folded(), self) else { return true }
    var answer = false
    _ = try visit(id) { (view) throws(StoreError) in
      answer = try condition.test(Row(record: view, id: id), evaluator)
    }
    return answer
  }

  /// How a query would be answered. Looks indexes up, but tests no candidate.
  package func explain(_ query: RecordQuery) -> QueryPlan {
    let planner = QueryPlanner(query, self)
    let candidates = planner.candidates()
    var isOrdered = false
    let source: QueryPlan.Source
    switch candidates {
    case .nothing: source = .nothing
    case .scan(let entities): source = .scan(entities: entities.map { catalog.name(of: $0) })
    case .identifiers(let ids): source = .identifiers(count: ids.count)
    case .index(let scan):
      isOrdered = scan.isOrdered
      source = .index(
        properties: scan.index.properties.map { catalog.name(of: $0) },
        count: planner.count(of: scan) + scan.others.count
      )
    case .referrers(let relationship, let ids):
      source = .referrers(relationship: catalog.name(of: relationship), count: ids.count)
    }
    var compiler = FilterCompiler(self)
    let sort = query.sort.map { key in
      SortKeyReader(key, &compiler).name + (key.ascending ? "" : " descending")
        + (key.stringOrder == nil ? "" : " (given order)")
    }
    var text: String?
    if let filter = planner.filter {
      if case .constant = filter {} else { text = FilterPrinter(catalog: catalog).text(filter) }
    }
    return QueryPlan(
      source: source,
      pending: overlay.map { $0.records.count } ?? 0,
      filter: text,
      residual: nil,
      sort: sort,
      isSortedByIndex: isOrdered,
      limit: query.limit,
      offset: query.offset
    )
  }

  private static func isRising(_ ids: [ObjectID]) -> Bool {
    guard var last = ids.first else { return true }
    for id in ids.dropFirst() {
      if id < last { return false }
      last = id
    }
    return true
  }
}
