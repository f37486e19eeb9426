/// Numbers of terms of a filter. Up to 64 terms it allocates nothing: as sets they took a tenth of planning.
struct TermSet {
  private var first: UInt64 = 0
  /// The bits of the terms from the 65th on.
  private var rest: [UInt64] = []

  /// No terms.
  init() {}

  /// One term.
  init(_ number: Int) { insert(number) }

  var isEmpty: Bool { count == 0 }

  var count: Int {
    rest.isEmpty ? first.nonzeroBitCount : rest.reduce(first.nonzeroBitCount) { $0 + $1.nonzeroBitCount }
  }

  /// Adds a term.
  mutating func insert(_ number: Int) {
    guard number >= 64 else {
      first |= 1 &<< UInt64(number)
      return
    }
    while rest.count < number / 64 { rest.append(0) }
    rest[number / 64 - 1] |= 1 &<< UInt64(number % 64)
  }

  /// Adds the terms of another set.
  mutating func formUnion(_ other: TermSet) {
    first |= other.first
    while rest.count < other.rest.count { rest.append(0) }
    for (place, bits) in other.rest.enumerated() { rest[place] |= bits }
  }

  /// The terms of both.
  func union(_ other: TermSet) -> TermSet {
    var both = self
    both.formUnion(other)
    return both
  }
}
