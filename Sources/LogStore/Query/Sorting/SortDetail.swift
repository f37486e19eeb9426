/// What the eight bytes of a sort key leave out.
enum SortDetail {
  /// Nothing: the eight bytes are the value.
  case none
  /// The whole string.
  case text(SortText)
  /// The string, for an order of the caller's.
  case ordered(String)
  /// The second half of a UUID.
  case low(UInt64)
  /// The whole number.
  case decimal(DecimalBytes)

  /// Order of two details of one key; values of different kinds are equal.
  func compare(_ other: SortDetail, _ order: (@Sendable (String, String) -> Int)?) -> Int {
    switch (self, other) {
    case (.text(let a), .text(let b)): a.compare(b)
    case (.ordered(let a), .ordered(let b)): order.map { $0(a, b) } ?? 0
    case (.low(let a), .low(let b)): a == b ? 0 : (a < b ? -1 : 1)
    case (.decimal(let a), .decimal(let b)): a.compare(b)
    default: 0
    }
  }
}
