/// A page of a checkpoint that is not what was written.
struct PageDamage: Error {
  /// Where it begins in the file.
  var offset: UInt64
  var reason: String
}
