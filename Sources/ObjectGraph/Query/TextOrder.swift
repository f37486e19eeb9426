import Foundation

/// How the texts among the keys of an order are compared.
public enum TextOrder: Sendable, Hashable {
  /// Swift's `<`: by Unicode scalars of the normalised text, the same for every reader.
  case lexical
  /// `caseInsensitiveCompare` of `String`.
  case caseInsensitive
  /// `localizedCompare` of `String`: for the reader of the current locale.
  case localized
  /// `localizedStandardCompare` of `String`: as a list of files is ordered.
  case localizedStandard

  /// The order as a function: negative, zero, positive; nil for Swift's own.
  var compare: (@Sendable (String, String) -> Int)? {
    switch self {
    case .lexical: nil
    case .caseInsensitive: { $0.caseInsensitiveCompare($1).rawValue }
    case .localized: { $0.localizedCompare($1).rawValue }
    case .localizedStandard: { $0.localizedStandardCompare($1).rawValue }
    }
  }
}
