/// The place of a property among those of its class: a number, and the conditional blocks before it
/// whose size only the compiler of the expansion knows.
struct PropertyIndex: Equatable {
  var base: Int
  var blocks: [Int]

  /// The index among all properties of the object, inherited ones included.
  var expression: String {
    "Self._$index(\(ownExpression))"
  }

  /// The same without the inherited properties.
  var ownExpression: String {
    blocks.reduce("\(base)") { $0 + " + Self._$conditional(\($1))" }
  }

  /// The arguments of the attribute that carries the index to the property's own expansion.
  var attributeArguments: String {
    guard !blocks.isEmpty else { return "\(base)" }
    return "\(base), after: " + blocks.map(String.init).joined(separator: ", ")
  }
}
