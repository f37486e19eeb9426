/// A walk of parts of an ordered index that contain all results of a query.
///
/// A class, since it is handed from the planner to whoever walks: copies of its cursor were a sixth of planning.
final class IndexScan {
  /// A part of the index: entries not below the lower and below the upper bound.
  struct Part {
    var lower: SecondaryKey
    var upper: SecondaryKey?
  }

  /// Number of the index.
  let number: Int
  let index: SecondaryIndex
  /// The parts, by rising keys, not overlapping.
  let parts: [Part]
  /// A walk of the part if there is just one, which planning has found already; it goes on with each use.
  var walk: LayeredMapCursor<SecondaryKey, Void>?
  /// Objects whose texts Swift orders in another way than by their normal form; they may be results wherever
  /// their keys are.
  let others: [ObjectID]
  /// Whether each part holds the entries of one key.
  let arePoints: Bool
  /// Entries in the parts; nil where only the first ones are asked for, and how many there are was not looked up.
  var count: Int?
  /// Whether the parts hold results of the terms in `terms` only.
  let isExact: Bool
  /// Numbers of the terms of the filter that the parts stand for.
  let terms: TermSet
  /// Whether entries of different keys come in the order asked for; `isDescending` from the end.
  var isOrdered = false
  var isDescending = false
  /// Whether entries of one key are in the order asked for when they rise by id.
  var isTotal = false

  init(
    number: Int,
    index: SecondaryIndex,
    parts: [Part],
    others: [ObjectID],
    arePoints: Bool,
    isExact: Bool,
    terms: TermSet
  ) {
    self.number = number
    self.index = index
    self.parts = parts
    self.others = others
    self.arePoints = arePoints
    self.isExact = isExact
    self.terms = terms
  }
}
