@_spi(_Unicode) import Swift

/// What two texts may differ in and still match: the letters behind `CONTAINS[cd]`.
///
/// Case: each scalar is brought to lower, upper and again lower case, as Unicode maps them without regard to language
/// (`ß` and `ẞ` match `ss`, final `ς` matches `σ`, `İ` matches `i` with a dot above, `ı` matches `i`). Diacritics:
/// the text is decomposed canonically, and every nonspacing mark (general category Mn) is left out, in all scripts.
///
/// `localizedStandardContains` follows the user's language, which this never does: in Turkish it tells `I` from `i`.
/// It also folds what is equal by compatibility only (full-width letters and some ligatures), which this does not,
/// and keeps marks that are letters of their own in some scripts (Indic vowel signs), which this leaves out.
package struct TextFolding: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Upper and lower case are the same.
  package static let `case` = TextFolding(rawValue: 1)
  /// Letters with and without marks are the same.
  package static let diacritics = TextFolding(rawValue: 2)

  /// Two texts match if what this makes of them is equal. O(text).
  package func fold(_ text: String) -> String {
    guard !isEmpty else { return text }
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return contains(.case) ? text.lowercased() : text }
    var folded = String.UnicodeScalarView()
    if contains(.diacritics) {
      for scalar in text._nfd where scalar.properties.generalCategory != .nonspacingMark {
        append(scalar, to: &folded)
      }
      // Case mapping may bring marks of its own.
      if contains(.case) { return TextFolding.diacritics.fold(String(folded)) }
    } else {
      for scalar in text.unicodeScalars { append(scalar, to: &folded) }
    }
    return String(folded)
  }

  private func append(_ scalar: Unicode.Scalar, to folded: inout String.UnicodeScalarView) {
    guard contains(.case) else { return folded.append(scalar) }
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      for upper in lower.properties.uppercaseMapping.unicodeScalars {
        folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
      }
    }
  }
}
