/// Arithmetic that reports what would trap.
package enum CheckedArithmetic {
  /// The result; nil on overflow and division by zero.
  package static func compute<T: FixedWidthInteger>(_ operation: FilterArithmetic, _ a: T, _ b: T) -> T? {
    let (value, overflow) =
      switch operation {
      case .add: a.addingReportingOverflow(b)
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      case .remainder: a.remainderReportingOverflow(dividingBy: b)
      }
    return overflow ? nil : value
  }

  /// The result; floating-point arithmetic never traps.
  package static func compute<T: FloatingPoint>(_ operation: FilterArithmetic, _ a: T, _ b: T) -> T {
    switch operation {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .remainder: a.truncatingRemainder(dividingBy: b)
    }
  }

  /// Whether an integer fits a kind.
  static func fits<T: FixedWidthInteger>(_ value: T, _ kind: ValueKind) -> Bool {
    switch kind {
    case .int8: Int8(exactly: value) != nil
    case .int16: Int16(exactly: value) != nil
    case .int32: Int32(exactly: value) != nil
    case .int64: Int64(exactly: value) != nil
    case .uint8: UInt8(exactly: value) != nil
    case .uint16: UInt16(exactly: value) != nil
    case .uint32: UInt32(exactly: value) != nil
    case .uint64: UInt64(exactly: value) != nil
    default: true
    }
  }
}
