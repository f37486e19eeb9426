import Foundation
import LogStore

// Predicate nodes in words, much as they are written. Foundation's own descriptions name no property of a
// model, and crash on nodes of other modules.

extension PredicateExpressions.Conjunction: InfixNode where LHS: Lowerable, RHS: Lowerable {
  var symbol: String { "&&" }
}

extension PredicateExpressions.Disjunction: InfixNode where LHS: Lowerable, RHS: Lowerable {
  var symbol: String { "||" }
}

extension PredicateExpressions.Equal: InfixNode where LHS: Lowerable, RHS: Lowerable {
  var symbol: String { "==" }
}

extension PredicateExpressions.NotEqual: InfixNode where LHS: Lowerable, RHS: Lowerable {
  var symbol: String { "!=" }
}

extension PredicateExpressions.FloatDivision: InfixNode, NamingInfixNode
where LHS: Lowerable, RHS: Lowerable {
  var symbol: String { "/" }
}

extension PredicateExpressions.IntDivision: InfixNode, NamingInfixNode where LHS: Lowerable, RHS: Lowerable {
  var symbol: String { "/" }
}

extension PredicateExpressions.IntRemainder: InfixNode, NamingInfixNode where LHS: Lowerable, RHS: Lowerable {
  var symbol: String { "%" }
}

extension PredicateExpressions.NilCoalesce: InfixNode, NamingInfixNode where LHS: Lowerable, RHS: Lowerable {
  var symbol: String { "??" }
}

extension PredicateExpressions.Arithmetic: InfixNode, NamingInfixNode where LHS: Lowerable, RHS: Lowerable {
  var symbol: String { operation?.symbol ?? "?" }
}

extension PredicateExpressions.Comparison: InfixNode where LHS: Lowerable, RHS: Lowerable {
  var symbol: String { comparison?.symbol ?? "?" }
}

extension PredicateExpressions.Negation where Wrapped: Lowerable {
  func text(_ context: LoweringContext) -> String { "!\(wrapped.text(context))" }
}

extension PredicateExpressions.UnaryMinus where Wrapped: Lowerable {
  func text(_ context: LoweringContext) -> String { "-\(wrapped.text(context))" }
}

extension PredicateExpressions.Conditional where Test: Lowerable, If: Lowerable, Else: Lowerable {
  func text(_ context: LoweringContext) -> String {
    "(\(test.text(context)) ? \(trueBranch.text(context)) : \(falseBranch.text(context)))"
  }
}

extension PredicateExpressions.Range where LHS: Lowerable, RHS: Lowerable {
  func text(_ context: LoweringContext) -> String { "(\(lower.text(context))..<\(upper.text(context)))" }
}

extension PredicateExpressions.ClosedRange where LHS: Lowerable, RHS: Lowerable {
  func text(_ context: LoweringContext) -> String { "(\(lower.text(context))...\(upper.text(context)))" }
}

extension PredicateExpressions.RangeExpressionContains where RangeExpression: Lowerable, Element: Lowerable {
  func text(_ context: LoweringContext) -> String {
    "\(range.text(context)).contains(\(element.text(context)))"
  }
}

extension PredicateExpressions.OptionalFlatMap where LHS: Lowerable, RHS: Lowerable {
  func text(_ context: LoweringContext) -> String {
    "\(wrapped.text(context)).flatMap { \(transform.text(context)) }"
  }
}

extension PredicateExpressions.ForcedUnwrap where Inner: Lowerable {
  func text(_ context: LoweringContext) -> String { "\(inner.text(context))!" }
}

extension PredicateExpressions.SequenceContains where LHS: Lowerable, RHS: Lowerable {
  func text(_ context: LoweringContext) -> String {
    "\(sequence.text(context)).contains(\(element.text(context)))"
  }
}

extension PredicateExpressions.SequenceContainsWhere where LHS: Lowerable, RHS: Lowerable {
  func text(_ context: LoweringContext) -> String {
    "\(sequence.text(context)).contains { \(test.text(context)) }"
  }
}

extension PredicateExpressions.SequenceAllSatisfy where LHS: Lowerable, RHS: Lowerable {
  func text(_ context: LoweringContext) -> String {
    "\(sequence.text(context)).allSatisfy { \(test.text(context)) }"
  }
}

extension PredicateExpressions.Filter where LHS: Lowerable, RHS: Lowerable {
  func text(_ context: LoweringContext) -> String {
    "\(sequence.text(context)).filter { \(filter.text(context)) }"
  }
}

extension PredicateExpressions.CollectionContainsCollection where Base: Lowerable, Other: Lowerable {
  func text(_ context: LoweringContext) -> String { "\(base.text(context)).contains(\(other.text(context)))" }
}

extension PredicateExpressions.SequenceStartsWith where Base: Lowerable, Prefix: Lowerable {
  func text(_ context: LoweringContext) -> String {
    "\(base.text(context)).starts(with: \(prefix.text(context)))"
  }
}

extension PredicateExpressions.TypeCheck where Input: Lowerable {
  func text(_ context: LoweringContext) -> String { "(\(input.text(context)) is \(Desired.self))" }
}

extension PredicateExpressions.ConditionalCast where Input: Lowerable {
  func text(_ context: LoweringContext) -> String { "(\(input.text(context)) as? \(Desired.self))" }
}

extension PredicateExpressions.ForceCast where Input: Lowerable {
  func text(_ context: LoweringContext) -> String { "(\(input.text(context)) as\u{21} \(Desired.self))" }
}

extension PredicateExpressions.CollectionIndexSubscript where Wrapped: Lowerable, Index: Lowerable {
  func text(_ context: LoweringContext) -> String { "\(wrapped.text(context))[\(index.text(context))]" }
}

extension PredicateExpressions.CollectionRangeSubscript where Wrapped: Lowerable, Range: Lowerable {
  func text(_ context: LoweringContext) -> String { "\(wrapped.text(context))[\(range.text(context))]" }
}

extension PredicateExpressions.DictionaryKeySubscript where Wrapped: Lowerable, Key: Lowerable {
  func text(_ context: LoweringContext) -> String { "\(wrapped.text(context))[\(key.text(context))]" }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript
where Wrapped: Lowerable, Key: Lowerable, Default: Lowerable {
  func text(_ context: LoweringContext) -> String {
    "\(wrapped.text(context))[\(key.text(context)), default: \(`default`.text(context))]"
  }
}

extension PredicateExpressions.SequenceMaximum where Elements: Lowerable {
  func text(_ context: LoweringContext) -> String { "\(elements.text(context)).max()" }
}

extension PredicateExpressions.SequenceMinimum where Elements: Lowerable {
  func text(_ context: LoweringContext) -> String { "\(elements.text(context)).min()" }
}

extension PredicateExpressions.StringContainsRegex where Subject: Lowerable, Regex: Lowerable {
  func text(_ context: LoweringContext) -> String {
    "\(subject.text(context)).contains(\(regex.text(context)))"
  }
}

extension PredicateExpressions.Variable {
  func text(_ context: LoweringContext) -> String {
    guard case .object(let object)? = context[key] else { return "$" }
    return "$\(object.path.variable)"
  }
}

extension PredicateExpressions.NilLiteral {
  func text(_ context: LoweringContext) -> String { "nil" }
}

extension PredicateExpressions.Value {
  func text(_ context: LoweringContext) -> String {
    if let text = value as? String { return "\"\(text)\"" }
    guard let list = value as? any Collection, list.count > 5 else { return "\(value)" }
    return "[… \(list.count)]"
  }
}

extension PredicateExpressions.KeyPath where Root: Lowerable {
  func text(_ context: LoweringContext) -> String {
    let name: String? =
      switch kind {
      case .collectionCount: "count"
      case .collectionIsEmpty: "isEmpty"
      case .collectionFirst: "first"
      default: propertyName(context)
      }
    return "\(root.text(context)).\(name ?? "\(keyPath)")"
  }
}
