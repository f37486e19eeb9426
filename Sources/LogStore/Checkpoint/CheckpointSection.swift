/// Where a part of a checkpoint lies (FORMAT.md, "Section entry").
package struct CheckpointSection: Sendable, Equatable {
  /// What a section holds.
  package enum Kind: UInt32, Sendable {
    case segmentTable = 1
    case state = 2
    case locations = 3
    case kinds = 4
    case extent = 5
    case members = 6
    case referrers = 7
    case secondary = 8
    case history = 9
    case texts = 10
    case blobs = 11
  }

  package var kind: Kind
  /// Entity of an extent, number of an ordered index, else 0.
  package var number: UInt32
  /// Of an index: of its root page.
  package var offset: UInt64
  package var length: UInt64
  package var hash: UInt64
  /// Entries of an index.
  package var count: UInt64
  package var pageCount: UInt64

  package init(
    kind: Kind,
    number: UInt32 = 0,
    offset: UInt64,
    length: UInt64,
    hash: UInt64,
    count: UInt64 = 0,
    pageCount: UInt64 = 0
  ) {
    self.kind = kind
    self.number = number
    self.offset = offset
    self.length = length
    self.hash = hash
    self.count = count
    self.pageCount = pageCount
  }
}

extension CheckpointSection.Kind {
  /// As FORMAT.md calls it.
  package var label: String {
    switch self {
    case .segmentTable: "segment table"
    case .secondary: "ordered index"
    case .state, .locations, .kinds, .extent, .members, .referrers, .history, .texts, .blobs: "\(self)"
    }
  }
}
