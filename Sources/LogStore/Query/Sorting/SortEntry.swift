/// A result with the first eight bytes of its first two keys.
struct SortEntry {
  /// Ranks of the keys, two bits each, first key highest: null before or behind the values.
  var ranks: UInt64
  /// First key, so that smaller numbers come first whichever way it is ordered.
  var first: UInt64
  /// Second key.
  var second: UInt64
  /// The object.
  var id: ObjectID
  /// Where the details of the keys are.
  var details: Int
}
