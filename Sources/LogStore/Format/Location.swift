/// Where a record lies: 24 bits segment, 29 bits offset in units of 8 bytes, 11 bits size in units of 64.
package struct Location: Hashable, Sendable, BitwiseCopyable {
  /// All in one word, as the primary index keeps it; 0 is no location.
  package var word: UInt64

  package init(word: UInt64) { self.word = word }

  /// - Parameters:
  ///   - offset: Of the record's header in the segment.
  ///   - size: Of the record; larger ones than the field can hold are read in two steps.
  package init(segment: UInt32, offset: UInt64, size: Int) {
    let units = (size + 63) / 64
    word = UInt64(segment) << 40 | (offset / 8) << 11 | UInt64(units < 2048 ? units : 0)
  }

  package var segment: UInt32 { UInt32(truncatingIfNeeded: word >> 40) }
  package var offset: UInt64 { ((word >> 11) & 0x1FFF_FFFF) * 8 }
  /// Upper bound of the size; 0 if only the header tells.
  package var sizeBound: Int { Int(word & 0x7FF) * 64 }
  /// What the size is on average, as far as the location says.
  package var likelySize: Int { sizeBound == 0 ? 2048 * 64 : max(sizeBound - 32, 32) }
  package var isNone: Bool { word == 0 }
}
