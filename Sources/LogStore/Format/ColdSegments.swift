/// The cold segments before the first hot one, as that one's header remembers them, so that what belongs to the
/// store is known without a checkpoint (FORMAT.md, "Segments and frames").
package struct ColdSegments: Sendable, Equatable {
  /// Where nothing was compacted.
  package static let none = ColdSegments(first: 0, count: 0, hash: 0)

  /// Number of the first; the others have the numbers behind it.
  package var first: UInt32
  package var count: UInt32
  /// Hash of the entries that a segment table has for them.
  package var hash: UInt64

  package init(first: UInt32, count: UInt32, hash: UInt64) {
    self.first = first
    self.count = count
    self.hash = hash
  }

  /// The numbers of all.
  package var numbers: Range<UInt32> { first..<first + count }
}
