import LogStore

extension TripStore {
  /// One object whole.
  func fetch(_ number: Int64, _ snapshot: Snapshot) throws -> Trip {
    let id = id(ofTrip: number)
    let trip = try snapshot.withRecord(id) { record, _ throws(StoreError) in decode(record, id) }
    guard let trip else { throw PeerError.missing(number) }
    return trip
  }

  /// W4: random look-ups. Nanoseconds of each.
  func lookUp() throws -> (Double, UInt64) {
    let snapshot = store.snapshot()
    var sum: UInt64 = 0
    let start = Environment.now()
    for index in 0..<TripGenerator.lookups {
      sum &+= try fetch(TripGenerator.lookupID(index), snapshot).sum
    }
    return ((Environment.now() - start) * 1e9 / Double(TripGenerator.lookups), sum)
  }

  /// W5: every object decoded whole. Objects a second.
  func scan() throws -> (Double, UInt64) {
    let snapshot = store.snapshot()
    var sum: UInt64 = 0
    var count = 0
    let start = Environment.now()
    try snapshot.forEachRecord(of: trip.entity) { id, record throws(StoreError) in
      sum &+= decode(record, id).sum
      count += 1
      return true
    }
    return (Double(count) / (Environment.now() - start), sum)
  }

  /// W6: objects by the value of an indexed string. Microseconds a query.
  func findEqual() throws -> (Double, UInt64) {
    try measureQueries { index in
      RecordQuery(
        entity: trip.entity,
        filter: .compare(
          .equal,
          .attribute(FilterPath(), fields.destinationID),
          .constant(.string(TripGenerator.wantedDestination(index)))
        )
      )
    }
  }

  /// W6b: a range of an indexed date, in order, the first twenty. Microseconds a query.
  func findRange() throws -> (Double, UInt64) {
    try measureQueries { index in
      let low = TripGenerator.rangeLow(index)
      return RecordQuery(
        entity: trip.entity,
        filter: .and([
          .compare(.greaterOrEqual, .attribute(FilterPath(), fields.startDateID), .constant(.date(low))),
          .compare(
            .less,
            .attribute(FilterPath(), fields.startDateID),
            .constant(.date(low + TripGenerator.rangeWidth))
          ),
        ]),
        sort: [.init(attribute: fields.startDateID)],
        limit: TripGenerator.rangeLimit
      )
    }
  }

  private func measureQueries(_ query: (Int) -> RecordQuery) throws -> (Double, UInt64) {
    let view = GraphView(snapshot: store.snapshot())
    var sum: UInt64 = 0
    let start = Environment.now()
    for index in 0..<TripGenerator.queries {
      try view.forEachRecord(of: try view.run(query(index))) { id, record throws(StoreError) in
        sum &+= decode(record, id).sum
      }
    }
    return ((Environment.now() - start) * 1e6 / Double(TripGenerator.queries), sum)
  }

  /// W6c: a count over two attributes without an index. Milliseconds and the count.
  func countUnindexed() throws -> (Double, UInt64) {
    let view = GraphView(snapshot: store.snapshot())
    let start = Environment.now()
    let count = try view.count(
      RecordQuery(
        entity: trip.entity,
        filter: .and([
          .compare(
            .greater,
            .attribute(FilterPath(), fields.budgetID),
            .constant(.double(TripGenerator.budgetThreshold))
          ),
          .text(.contains, .attribute(FilterPath(), fields.destinationID), .constant(.string("ab"))),
        ])
      )
    )
    return ((Environment.now() - start) * 1e3, UInt64(count))
  }

  /// W8: the trips of every folder as whole objects. Objects a second.
  func traverse() throws -> (Double, UInt64) {
    let snapshot = store.snapshot()
    var budgets = 0.0
    var visited = 0
    let start = Environment.now()
    for folder in 0..<UInt64(TripGenerator.folders) {
      let owner = ObjectID(rawValue: firstFolder + folder)
      _ = try snapshot.withRecord(owner) { record, _ throws(StoreError) in record.string(0).utf8.count }
      try snapshot.forEachRecord(of: snapshot.members(of: owner, trips)) { id, record throws(StoreError) in
        budgets += decode(record, id).budget
        visited += 1
      }
    }
    let rate = Double(visited) / (Environment.now() - start)
    return (rate, UInt64(visited) &* 1_000_003 &+ UInt64(budgets + 0.5))
  }

  /// Checksum of all budgets, in hundredths.
  func budgetSum() throws -> UInt64 {
    var sum: UInt64 = 0
    try store.snapshot().forEachRecord(of: trip.entity) { id, record throws(StoreError) in
      sum &+= UInt64(decode(record, id).budget * 100.0 + 0.5)
      return true
    }
    return sum
  }
}
