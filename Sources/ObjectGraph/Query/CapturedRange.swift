/// A captured range, seen from code that does not know the type of its bounds.
protocol CapturedRange {
  /// Smallest value inside; nil if there is no bound.
  var lowest: Any? { get }
  /// Bound above; nil if there is none.
  var highest: Any? { get }
  /// Whether the bound above lies inside.
  var includesHighest: Bool { get }
}

extension ClosedRange: CapturedRange {
  var lowest: Any? { lowerBound }
  var highest: Any? { upperBound }
  var includesHighest: Bool { true }
}

extension Range: CapturedRange {
  var lowest: Any? { lowerBound }
  var highest: Any? { upperBound }
  var includesHighest: Bool { false }
}

extension PartialRangeFrom: CapturedRange {
  var lowest: Any? { lowerBound }
  var highest: Any? { nil }
  var includesHighest: Bool { false }
}

extension PartialRangeThrough: CapturedRange {
  var lowest: Any? { nil }
  var highest: Any? { upperBound }
  var includesHighest: Bool { true }
}

extension PartialRangeUpTo: CapturedRange {
  var lowest: Any? { nil }
  var highest: Any? { upperBound }
  var includesHighest: Bool { false }
}
