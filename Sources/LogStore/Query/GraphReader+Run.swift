extension GraphReader {
  /// The ids of the objects that a query asks for, in its order.
  ///
  /// Complexity: linear in the candidates, which are the objects of the entities unless the condition names
  /// ids, an indexed key or the target of a relationship.
  package func run(_ query: RecordQuery) throws(StoreError) -> [ObjectID] {
    if let limit = query.limit, limit <= 0 { return [] }
    let bound = query.limit.map { limit in
      let (sum, overflow) = limit.addingReportingOverflow(max(0, query.offset))
      return overflow ? .max : sum
    }
    let evaluator = Evaluator(access: self)
    var found: [ObjectID] = []
    if query.sort.isEmpty {
      try collect(query, evaluator, perExtent: bound) { (row) in found.append(row.id) }
      if !Self.isRising(found) { found.sort() }
    } else {
      var compiler = FilterCompiler(catalog: catalog)
      let readers = query.sort.map { SortKeyReader($0, &compiler) }
      let sorter = ResultSorter(readers, bound: bound, evaluator)
      try collect(query, evaluator, perExtent: nil) { (row) throws(StoreError) in try sorter.add(row) }
      found = sorter.finish()
    }
    if query.offset > 0 { found.removeFirst(min(query.offset, found.count)) }
    if let limit = query.limit, found.count > limit { found.removeSubrange(limit...) }
    return found
  }

  /// Number of objects that a query asks for; its limit and offset count.
  ///
  /// Complexity: constant a entity without condition and pending changes, otherwise as `run` without sorting.
  package func count(_ query: RecordQuery) throws(StoreError) -> Int {
    var count = 0
    let planner = QueryPlanner(query, self)
    if overlay == nil, query.filter == nil {
      for entity in planner.entities { count += source.count(of: entity) }
    } else {
      let evaluator = Evaluator(access: self)
      try collect(query, evaluator, perExtent: nil) { (_) in count += 1 }
    }
    count = max(0, count - max(0, query.offset))
    return query.limit.map { min(count, max(0, $0)) } ?? count
  }

  /// Whether a condition holds for an object; false if there is no such object.
  package func evaluate(_ filter: FilterExpression, on id: ObjectID) throws(StoreError) -> Bool {
    let evaluator = Evaluator(access: self)
    guard let condition = FilterCompiler.compile(filter.folded(), catalog: catalog) else { return true }
    var answer = false
    _ = try visit(id) { (view) throws(StoreError) in
      answer = try condition.test(Row(record: view, id: id), evaluator)
    }
    return answer
  }

  /// How a query would be answered. Looks indexes up, but tests no candidate.
  package func explain(_ query: RecordQuery) -> QueryPlan {
    let filter = query.filter?.folded()
    let planner = QueryPlanner(query, self)
    let source: QueryPlan.Source =
      switch planner.candidates(for: filter) {
      case .nothing: .nothing
      case .scan(let entities): .scan(entities: entities.map { catalog.name(of: $0) })
      case .identifiers(let ids): .identifiers(count: ids.count)
      case .index(let properties, let ids):
        .index(properties: properties.map { catalog.name(of: $0) }, count: ids.count)
      case .referrers(let relationship, let ids):
        .referrers(relationship: catalog.name(of: relationship), count: ids.count)
      }
    var compiler = FilterCompiler(catalog: catalog)
    let sort = query.sort.map { key in
      SortKeyReader(key, &compiler).name + (key.ascending ? "" : " descending")
        + (key.stringOrder == nil ? "" : " (given order)")
    }
    var text: String?
    if let filter {
      if case .constant = filter {} else { text = FilterPrinter(catalog: catalog).text(filter) }
    }
    return QueryPlan(
      source: source,
      pending: overlay.map { $0.records.count } ?? 0,
      filter: text,
      residual: nil,
      sort: sort,
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
