/// Sizes, magic words and limits of the format (FORMAT.md). Writers and readers use only these.
package enum FormatConstants {
  /// Version that this build writes.
  package static let majorVersion: UInt16 = 1
  package static let minorVersion: UInt16 = 0

  /// Unit of superblock slots and write-ahead log groups; the durable mark is a multiple of it.
  package static let blockSize = 4096
  package static let superblockSlots = 3

  package static let superblockMagicBytes: [UInt8] = Array("LOGSTOR1".utf8)
  package static let groupMagic: UInt32 = fourBytes("LSWG")
  package static let segmentMagic: UInt32 = fourBytes("LSSG")
  package static let frameMagic: UInt32 = fourBytes("LSF1")
  package static let checkpointMagic: UInt32 = fourBytes("LSCK")

  package static let segmentHeaderSize = 96
  package static let frameHeaderSize = 64
  package static let recordHeaderSize = 32
  package static let groupHeaderSize = 96

  /// Smallest and largest write-ahead log half, as log2 of bytes, and the one that stores are created with.
  package static let smallestHalf: UInt8 = 13
  package static let firstHalf: UInt8 = 15
  package static let largestHalf: UInt8 = 24
  /// Smallest and largest segment target, as log2 of bytes.
  package static let smallestSegment: UInt8 = 20
  package static let largestSegment: UInt8 = 26

  /// Largest record, in bytes.
  package static let largestRecord = 64 << 20
  /// Largest name of an author, in bytes of UTF-8: it stands in the history of each commit.
  package static let largestAuthor = 64 << 10
  /// Largest offset of a record in a segment: what 29 bits in units of eight can say.
  package static let largestOffset = 1 << 32
  /// A segment ends before this: behind the largest offset there is room for one frame.
  package static let segmentEndBound: UInt64 = 1 << 33
  /// Numbers of segments stay below this: what 24 bits can say.
  package static let segmentBound: UInt32 = 1 << 24
  /// Numbers of commits stay below this.
  package static let sequenceBound: UInt64 = 1 << 62
  /// Ids stay below this.
  package static let idBound: UInt64 = 1 << 40
  /// Largest frame payload, in bytes.
  package static let largestFrame = 1 << 30
  /// No file of a segment is larger, in bytes: a frame begins below the largest offset.
  package static let largestSegmentFile = 1 << 33
  /// Bytes of records in one compaction frame.
  package static let compactionFrame = 1 << 20

  /// What the sequence numbers skip after a recovery that followed anything but a clean close.
  package static let sequenceSkip: UInt64 = 1 << 20

  /// Seed of the superblock's own hash: the magic read as a number.
  package static let superblockSeed: UInt64 = 0x3152_4F54_5347_4F4C

  /// The magic as it reads in the file, as a little-endian number.
  private static func fourBytes(_ text: StaticString) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<4 { word |= UInt32(text.utf8Start[index]) << UInt32(8 * index) }
    return word
  }
}

/// `count` rounded up to a multiple of eight, the alignment of records and frames.
package func aligned8(_ count: Int) -> Int { (count + 7) & ~7 }

/// `count` rounded up to a multiple of the block size.
package func alignedBlock(_ count: Int) -> Int {
  (count + FormatConstants.blockSize - 1) & ~(FormatConstants.blockSize - 1)
}
