/// A walk of parts of an ordered index that contain all results of a query.
struct IndexScan {
  /// A part of the index: entries not below the lower and below the upper bound.
  struct Part {
    var lower: SecondaryKey
    var upper: SecondaryKey?
  }

  /// Number of the index.
  var number: Int
  var index: SecondaryIndex
  /// The parts, by rising keys, not overlapping.
  var parts: [Part]
  /// A walk of the part if there is just one, which planning has found already.
  var walk: LayeredMapCursor<SecondaryKey, Void>?
  /// Objects whose texts Swift orders in another way than by their normal form; they may be results wherever
  /// their keys are.
  var others: [ObjectID] = []
  /// Whether each part holds the entries of one key.
  var arePoints = false
  /// Entries in the parts; nil where only the first ones are asked for, and how many there are was not looked up.
  var count: Int?
  /// Whether the parts hold results of the terms in `terms` only.
  var isExact: Bool
  /// Numbers of the terms of the filter that the parts stand for.
  var terms: TermSet
  /// Whether entries of different keys come in the order asked for; `isDescending` from the end.
  var isOrdered = false
  var isDescending = false
  /// Whether entries of one key are in the order asked for when they rise by id.
  var isTotal = false
}
