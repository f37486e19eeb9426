/// A node with an operator whose result stands for the property that the operands read: arithmetic, and a
/// default in place of nil. Conditions do not.
protocol NamingInfixNode: InfixNode {}

extension NamingInfixNode {
  func propertyName(_ context: LoweringContext) -> String? {
    lhs.propertyName(context) ?? rhs.propertyName(context)
  }
}
