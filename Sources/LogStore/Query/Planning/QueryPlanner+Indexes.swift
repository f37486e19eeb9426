/// Chooses among the ordered indexes.
extension QueryPlanner {
  /// Most parts that a walk may have: as many values as are looked up one by one.
  private static var partLimit: Int { 4096 }

  /// A walk for each index that narrows the candidates or gives the order of the query.
  func indexScans(_ query: RecordQuery, _ bounds: Bounds) -> [IndexScan] {
    var scans: [IndexScan] = []
    let indexes = reader.source.plans.indexes
    for number in indexes.indices
    where Self.mayHelp(indexes[number], query.sort, bounds)
      && reader.catalog.isKind(entity, of: indexes[number].entity)
    {
      if let scan = scan(number, indexes[number], query, bounds) { scans.append(scan) }
    }
    return scans
  }

  /// Whether an index could narrow the candidates or give the order; most are of no use to a query.
  private static func mayHelp(
    _ index: SecondaryIndex,
    _ sort: [RecordQuery.SortKey],
    _ bounds: Bounds
  ) -> Bool {
    guard let first = index.properties.first else { return false }
    return bounds.contains { $0.property == first } || sort.first?.attribute == first
  }

  private func scan(
    _ number: Int,
    _ index: SecondaryIndex,
    _ query: RecordQuery,
    _ bounds: Bounds
  ) -> IndexScan? {
    var prefixes = KeyPrefixes()
    var pinned: [PropertyID] = []
    var terms = TermSet()
    var parts: [IndexScan.Part]?
    var others: [ObjectID] = []
    var isExact = true
    var arePoints = false
    for (place, property) in index.properties.enumerated() {
      guard let said = bounds.firstIndex(where: { $0.property == property }) else { break }
      let bound = bounds[said].bounds
      let shape = index.shapes[place]
      let isLast = place == index.properties.count - 1
      if let points = bound.points {
        guard prefixes.count * points.count <= Self.partLimit else { break }
        if prefixes.append(points, shape, isLast: isLast) == 1 { pinned.append(property) }
        terms.formUnion(bound.terms)
        if isLast {
          parts = prefixes.points()
          arePoints = true
          isExact = prefixes.fit(SecondaryKey.shortLimit)
        }
      } else {
        guard let ends = KeyInterval(bound, shape, isLast: isLast) else { break }
        parts = prefixes.parts(ends, hasLongKeys: index.hasLongKeys)
        isExact =
          ends.isExact && (!index.hasLongKeys || prefixes.fit(SecondaryKey.prefixSize - ends.size))
        terms.formUnion(bound.terms)
        if shape == .text, bound.lower != nil || bound.upper != nil {
          others = reader.source.denormalTexts(of: property)
        }
        break
      }
    }
    if parts == nil {
      isExact = !index.hasLongKeys || prefixes.fit(SecondaryKey.prefixSize)
      parts = prefixes.parts(KeyInterval(), hasLongKeys: index.hasLongKeys)
    }
    let scan = IndexScan(
      number: number,
      index: index,
      parts: parts ?? [],
      others: others,
      arePoints: arePoints,
      isExact: isExact && others.isEmpty,
      terms: terms
    )
    order(scan, query.sort, pinned)
    guard scan.isOrdered || !terms.isEmpty else { return nil }
    if !terms.isEmpty, scan.parts.count == 1 {
      let (lower, upper) = (scan.parts[0].lower, scan.parts[0].upper)
      scan.walk = reader.source.entries(ofIndex: number).cursor(from: lower, to: upper)
      scan.count = scan.walk?.knownCount
    }
    // Where the first entries in order are enough, their number may not matter.
    if query.limit == nil || !scan.isOrdered { scan.count = count(of: scan) }
    return scan
  }

  /// Entries in the parts of a walk.
  func count(of scan: IndexScan) -> Int {
    if let count = scan.count { return count }
    let map = reader.source.entries(ofIndex: scan.number)
    // The whole index: no need to walk it.
    if scan.terms.isEmpty { return map.count }
    return scan.parts.reduce(0) { $0 + map.count(from: $1.lower, to: $1.upper) }
  }

  /// Notes whether a walk gives the order asked for.
  private func order(_ scan: IndexScan, _ sort: [RecordQuery.SortKey], _ pinned: [PropertyID]) {
    if sort.isEmpty { return }
    let keys =
      pinned.isEmpty ? sort : sort.filter { !($0.path.isObject && pinned.contains($0.attribute)) }
    guard let first = keys.first ?? sort.first else { return }
    var next = 0
    for (place, property) in scan.index.properties.enumerated() where !pinned.contains(property) {
      // Entries would be in the order of more properties than asked for.
      guard next < keys.count else { return }
      let key = keys[next]
      guard key.path.isObject, key.attribute == property, key.stringOrder == nil,
        key.ascending == first.ascending, scan.index.shapes[place] != .bytes
      else { return }
      next += 1
    }
    guard next > 0 || keys.isEmpty else { return }
    scan.isOrdered = true
    scan.isDescending = next > 0 && !first.ascending
    scan.isTotal = next == keys.count
  }
}
