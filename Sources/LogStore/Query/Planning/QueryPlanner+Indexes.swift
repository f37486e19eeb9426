/// Chooses among the ordered indexes.
extension QueryPlanner {
  /// Most parts that a walk may have: as many values as are looked up one by one.
  private static var partLimit: Int { 4096 }

  /// A walk for each index that narrows the candidates or gives the order of the query.
  func indexScans(_ query: RecordQuery, _ bounds: [PropertyID: PropertyBounds]) -> [IndexScan] {
    var scans: [IndexScan] = []
    for (number, index) in reader.source.plans.indexes.enumerated()
    where Self.mayHelp(index, query.sort, bounds) && reader.catalog.isKind(entity, of: index.entity) {
      if let scan = scan(number, index, query.sort, bounds) { scans.append(scan) }
    }
    return scans
  }

  /// Whether an index could narrow the candidates or give the order; most are of no use to a query.
  private static func mayHelp(
    _ index: SecondaryIndex,
    _ sort: [RecordQuery.SortKey],
    _ bounds: [PropertyID: PropertyBounds]
  ) -> Bool {
    guard let first = index.properties.first else { return false }
    return bounds[first] != nil || sort.first?.attribute == first
  }

  private func scan(
    _ number: Int,
    _ index: SecondaryIndex,
    _ sort: [RecordQuery.SortKey],
    _ bounds: [PropertyID: PropertyBounds]
  ) -> IndexScan? {
    var prefixes: [[UInt8]] = [[]]
    var pinned: Set<PropertyID> = []
    var terms: Set<Int> = []
    var parts: [IndexScan.Part]?
    var others: [ObjectID] = []
    var isExact = true
    var arePoints = false
    for (place, property) in index.properties.enumerated() {
      guard let bound = bounds[property] else { break }
      let shape = index.shapes[place]
      let isLast = place == index.properties.count - 1
      if let points = bound.points {
        guard prefixes.count * points.count <= Self.partLimit else { break }
        let values = Self.keys(points, shape, isLast: isLast)
        if values.count == 1 { pinned.insert(property) }
        prefixes = prefixes.flatMap { prefix in values.map { prefix + $0 } }
        terms.formUnion(bound.terms)
        if isLast {
          parts = prefixes.map { Self.point($0) }
          arePoints = true
          isExact = prefixes.allSatisfy { $0.count <= SecondaryKey.shortLimit }
        }
      } else {
        guard let ends = KeyInterval(bound, shape, isLast: isLast) else { break }
        parts = prefixes.compactMap { Self.part($0, ends, index) }
        isExact =
          ends.isExact
          && (!index.hasLongKeys || prefixes.allSatisfy { ends.fits(behind: $0.count) })
        terms.formUnion(bound.terms)
        if shape == .text, bound.lower != nil || bound.upper != nil {
          others = reader.source.denormalTexts(of: property)
        }
        break
      }
    }
    if parts == nil {
      isExact = prefixes.allSatisfy { !index.hasLongKeys || $0.count <= SecondaryKey.prefixSize }
      parts = prefixes.compactMap { Self.part($0, KeyInterval(), index) }
    }
    var scan = IndexScan(
      number: number,
      index: index,
      parts: parts ?? [],
      others: others,
      isExact: isExact && others.isEmpty,
      terms: terms
    )
    scan.arePoints = arePoints
    order(&scan, sort, pinned)
    guard scan.isOrdered || !terms.isEmpty else { return nil }
    let map = reader.source.entries(ofIndex: number)
    if terms.isEmpty {
      // The whole index: no need to walk it.
      scan.count = map.count
    } else if scan.parts.count == 1 {
      let walk = map.cursor(from: scan.parts[0].lower, to: scan.parts[0].upper)
      scan.count = walk.knownCount ?? map.count(from: scan.parts[0].lower, to: scan.parts[0].upper)
      scan.walk = walk
    } else {
      scan.count = scan.parts.reduce(0) { $0 + map.count(from: $1.lower, to: $1.upper) }
    }
    return scan
  }

  /// Key bytes of some values, rising, each once.
  private static func keys(_ values: [StoredValue], _ shape: KeyShape, isLast: Bool) -> [[UInt8]] {
    var encoder = KeyEncoder()
    var keys: [[UInt8]] = []
    for value in values {
      encoder.begin()
      encoder.append(value, shape, isLast: isLast)
      keys.append(encoder.copy)
    }
    if keys.count < 2 { return keys }
    keys.sort { $0.lexicographicallyPrecedes($1) }
    return keys.enumerated().filter { $0.offset == 0 || $0.element != keys[$0.offset - 1] }.map(\.element)
  }

  /// The entries of one key.
  private static func point(_ key: [UInt8]) -> IndexScan.Part {
    let key = SecondaryKey(bytes: key, id: 0)
    return IndexScan.Part(lower: key, upper: key.followingKey)
  }

  /// The entries whose keys begin with a prefix and go on within an interval; nil if there can be none.
  private static func part(
    _ prefix: [UInt8],
    _ ends: KeyInterval,
    _ index: SecondaryIndex
  ) -> IndexScan.Part? {
    let lower = SecondaryKey.lowerBound(prefix + ends.lower)
    let limit = ends.upper.map { prefix + $0 } ?? KeyInterval.successor(prefix)
    let upper = limit.map { SecondaryKey.upperBound($0, hasLongKeys: index.hasLongKeys) }
    if let upper, !(lower < upper) { return nil }
    return IndexScan.Part(lower: lower, upper: upper)
  }

  /// Notes whether a walk gives the order asked for.
  private func order(_ scan: inout IndexScan, _ sort: [RecordQuery.SortKey], _ pinned: Set<PropertyID>) {
    var keys: [RecordQuery.SortKey] = []
    for key in sort where !(key.path == FilterPath() && pinned.contains(key.attribute)) { keys.append(key) }
    guard let first = keys.first ?? sort.first else { return }
    var next = 0
    for (place, property) in scan.index.properties.enumerated() where !pinned.contains(property) {
      // Entries would be in the order of more properties than asked for.
      guard next < keys.count else { return }
      let key = keys[next]
      guard key.path == FilterPath(), key.attribute == property, key.stringOrder == nil,
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
