/// What the conditions of a filter say of one property, as far as an index can use it.
struct PropertyBounds {
  /// One end of a range.
  struct Bound {
    var value: StoredValue
    var isInclusive: Bool
  }

  /// The only values it may have, null among them.
  var points: [StoredValue]?
  var lower: Bound?
  var upper: Bound?
  /// What its text begins with.
  var prefix: String?
  /// Whether it has a value.
  var isPresent = false
  /// Numbers of the terms that this says in full.
  var terms = TermSet()

  /// Takes another condition on the same property into account.
  mutating func narrow(_ other: PropertyBounds) {
    if let more = other.points {
      // The shorter list serves; the other is tested on the records.
      if let points, points.count <= more.count { return }
      points = more
      terms = other.terms
      return
    }
    if points != nil { return }
    if let bound = other.lower { Self.tighten(&lower, bound) { $1.isLess(than: $0) } }
    if let bound = other.upper { Self.tighten(&upper, bound) { $0.isLess(than: $1) } }
    if let other = other.prefix {
      guard prefix == nil else { return }
      prefix = other
    }
    isPresent = isPresent || other.isPresent
    terms.formUnion(other.terms)
  }

  /// - Parameter isTighter: Whether the first value leaves less than the second.
  private static func tighten(
    _ bound: inout Bound?,
    _ other: Bound,
    _ isTighter: (StoredValue, StoredValue) -> Bool
  ) {
    guard let present = bound else {
      bound = other
      return
    }
    if isTighter(other.value, present.value) {
      bound = other
    } else if !isTighter(present.value, other.value), !other.isInclusive {
      bound = other
    }
  }
}
