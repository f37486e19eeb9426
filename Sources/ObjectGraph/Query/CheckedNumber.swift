import Foundation
import LogStore

/// Arithmetic on numbers of any known type that reports what would trap.
enum CheckedNumber {
  /// An operator; its result is nil where there is none. Nil for types whose operators are not known here.
  static func operation<T>(_ operation: FilterArithmetic, _ type: T.Type) -> ((T, T) -> T?)? {
    if let integer = type as? any FixedWidthInteger.Type { return integers(operation, integer) }
    if let floating = type as? any FloatingPoint.Type { return floats(operation, floating) }
    guard type == Decimal.self else { return nil }
    return { a, b in
      guard let a = a as? Decimal, let b = b as? Decimal else { return nil }
      return decimal(operation, a, b) as? T
    }
  }

  /// The unary minus; its result is nil where there is none.
  static func negation<T: SignedNumeric>(_ type: T.Type) -> ((T) -> T?)? {
    if let integer = type as? any FixedWidthInteger.Type {
      return integers(.subtract, integer).map { subtract in { subtract(0, $0) } }
    }
    guard type is any FloatingPoint.Type || type == Decimal.self else { return nil }
    return { -$0 }
  }

  private static func integers<I: FixedWidthInteger, T>(
    _ operation: FilterArithmetic,
    _ type: I.Type
  ) -> ((T, T) -> T?)? {
    { a, b in
      guard let a = a as? I, let b = b as? I else { return nil }
      return CheckedArithmetic.compute(operation, a, b).flatMap { $0 as? T }
    }
  }

  private static func floats<F: FloatingPoint, T>(
    _ operation: FilterArithmetic,
    _ type: F.Type
  ) -> ((T, T) -> T?)? {
    { a, b in
      guard let a = a as? F, let b = b as? F else { return nil }
      return CheckedArithmetic.compute(operation, a, b) as? T
    }
  }

  /// Foundation gives not-a-number where the result is too large, but traps in a product that is too small.
  private static func decimal(_ operation: FilterArithmetic, _ a: Decimal, _ b: Decimal) -> Decimal? {
    switch operation {
    case .add: return a + b
    case .subtract: return a - b
    case .multiply:
      if a.isNaN || b.isNaN || a.isZero || b.isZero || a.exponent + b.exponent >= -128 { return a * b }
      return nil
    case .divide, .remainder: return nil
    }
  }
}
