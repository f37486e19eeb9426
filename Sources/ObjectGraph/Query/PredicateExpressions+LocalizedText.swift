public import Foundation
import LogStore

extension PredicateExpressions {
  /// Makes `text.localizedStandardContains(other)` usable inside `#Predicate`. Where Foundation offers the
  /// same, Foundation's is used.
  @_disfavoredOverload
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root,
    _ other: Other
  ) -> LocalizedStandardContains<Root, Other> {
    LocalizedStandardContains(root: root, other: other)
  }

  /// Makes `text.localizedCompare(other)` usable inside `#Predicate`. Where Foundation offers the same,
  /// Foundation's is used.
  @_disfavoredOverload
  public static func build_localizedCompare<Root, Other>(
    _ root: Root,
    _ other: Other
  ) -> LocalizedCompare<Root, Other> {
    LocalizedCompare(root: root, other: other)
  }

  /// Makes `text.caseInsensitiveCompare(other)` usable inside `#Predicate`. Where Foundation offers the same,
  /// Foundation's is used.
  @_disfavoredOverload
  public static func build_caseInsensitiveCompare<Root, Other>(
    _ root: Root,
    _ other: Other
  ) -> CaseInsensitiveCompare<Root, Other> {
    CaseInsensitiveCompare(root: root, other: other)
  }
}
