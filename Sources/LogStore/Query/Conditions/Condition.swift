/// A compiled condition. Subclasses read the bytes of the record as directly as their shape allows.
///
/// A compiled filter belongs to one query of one task: its columns remember the layouts they met.
class Condition {
  /// Whether the records of the objects tell without fail whether the condition holds: only then `select` may run ahead
  /// of what is done with the rows.
  var isPlain: Bool { false }

  /// Whether the condition holds for an object.
  func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool { false }

  /// Keeps the places of the rows for which the condition holds, in their order. A loop of its own in each subclass
  /// spares a call a row.
  ///
  /// - Returns: How many of the first `count` places are kept.
  func select(
    _ places: UnsafeMutablePointer<Int>,
    _ count: Int,
    of rows: UnsafePointer<Row>,
    _ evaluator: Evaluator
  ) throws(StoreError) -> Int {
    try Self.keep(places, count) { place throws(StoreError) in try test(rows[place], evaluator) }
  }

  /// The loop of `select`: keeps the places for which something holds, in their order. Without a branch on the answer,
  /// which cannot be foreseen.
  @inline(__always)
  static func keep(
    _ places: UnsafeMutablePointer<Int>,
    _ count: Int,
    where holds: (Int) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int {
    var kept = 0
    for index in 0..<count {
      let place = places[index]
      let isWanted = try holds(place)
      places[kept] = place
      kept &+= isWanted ? 1 : 0
    }
    return kept
  }
}
