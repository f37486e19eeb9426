/// Operators of checked arithmetic.
package enum FilterArithmetic: UInt8, Sendable, Hashable {
  case add, subtract, multiply, divide, remainder

  /// The operator in Swift.
  package var symbol: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    }
  }
}
