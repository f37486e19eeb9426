/// Bytes in which something was, and in which nothing can be read.
struct SalvageDamage {
  var path: String
  var range: Range<UInt64>
  /// Whether an undamaged checkpoint says what was in them.
  var isCovered: Bool
}
