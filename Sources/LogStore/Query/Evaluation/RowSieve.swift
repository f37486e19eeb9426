/// Lets those rows through that fulfil a condition.
final class RowSieve {
  private let condition: Condition?
  private let evaluator: Evaluator
  private let entities: [EntityID]?
  private let enough: Int?
  private let isPlain: Bool
  @exclusivity(unchecked) private var found = 0
  private let places: UnsafeMutablePointer<Int>

  /// - Parameters:
  ///   - condition: nil admits all.
  ///   - entities: Those whose objects are wanted; nil if the rows have no others.
  ///   - enough: Number of rows after which no more are wanted; nil if all are.
  init(_ condition: Condition?, _ evaluator: Evaluator, entities: [EntityID]?, enough: Int?) {
    self.condition = condition
    self.evaluator = evaluator
    self.entities = entities
    self.enough = enough
    isPlain = condition?.isPlain ?? true
    places = .allocate(capacity: RecordScan.batchSize)
  }

  deinit { places.deallocate() }

  /// Number of rows that fulfil a condition that cannot fail.
  func count(_ rows: UnsafeBufferPointer<Row>) throws(StoreError) -> Int {
    guard let condition, let base = rows.baseAddress else { return rows.count }
    for index in 0..<rows.count { places[index] = index }
    return try condition.select(places, rows.count, of: base, evaluator)
  }

  /// Hands rows that fulfil the condition to a closure, in their order.
  ///
  /// - Returns: Whether more are wanted.
  func pass(
    _ rows: UnsafeBufferPointer<Row>,
    _ take: (Row) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    if let enough, found >= enough { return false }
    guard let base = rows.baseAddress else { return true }
    var count = 0
    for index in 0..<rows.count where entities.map({ $0.contains(rows[index].entity) }) ?? true {
      places[count] = index
      count += 1
    }
    // A condition that may fail is not tested on a row before all rows in front of it are dealt with.
    if isPlain, let condition { count = try condition.select(places, count, of: base, evaluator) }
    for place in 0..<count {
      let row = rows[places[place]]
      if !isPlain, let condition, try !condition.test(row, evaluator) { continue }
      try take(row)
      found += 1
      if let enough, found >= enough { return false }
    }
    return true
  }
}
