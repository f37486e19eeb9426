public import Foundation
import LogStore

extension PredicateExpressions {
  /// Makes `text.localizedStandardContains(other)` usable inside `#Predicate`. Where Foundation offers the
  /// same, Foundation's is used.
  @_disfavoredOverload
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root,
    _ other: Other
  ) -> TextRuleExpression<Root, Other, LocalizedStandardContains> {
    TextRuleExpression(root: root, other: other)
  }

  /// Makes `text.localizedCompare(other)` usable inside `#Predicate`. Where Foundation offers the same,
  /// Foundation's is used.
  @_disfavoredOverload
  public static func build_localizedCompare<Root, Other>(
    _ root: Root,
    _ other: Other
  ) -> TextRuleExpression<Root, Other, LocalizedCompare> {
    TextRuleExpression(root: root, other: other)
  }

  /// Makes `text.caseInsensitiveCompare(other)` usable inside `#Predicate`. Where Foundation offers the same,
  /// Foundation's is used.
  @_disfavoredOverload
  public static func build_caseInsensitiveCompare<Root, Other>(
    _ root: Root,
    _ other: Other
  ) -> TextRuleExpression<Root, Other, CaseInsensitiveCompare> {
    TextRuleExpression(root: root, other: other)
  }
}
