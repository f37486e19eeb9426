import LogStore
import Testing

@Suite struct TextFoldingTests {
  @Test(
    arguments: [
      ("Straße", "STRASSE", TextFolding.case), ("ẞ", "ss", .case), ("ΟΔΟΣ", "οδος", .case),
      ("οδος", "οδοσ", .case),
      ("ﬁn", "FIN", .case),
      ("É", "é", .case), ("e\u{301}", "é", .case), ("é", "e", .diacritics), ("ñandú", "nandu", .diacritics),
      ("Ångström", "angstrom", [.case, .diacritics]), ("İ", "i", [.case, .diacritics]), ("ı", "I", .case),
      ("ỗ", "O", [.case, .diacritics]), ("שָׁלוֹם", "שלום", .diacritics), ("", "", .case), ("ABC", "abc", .case),
    ] as [(String, String, TextFolding)]
  )
  func `letters that differ in what is folded are the same`(a: String, b: String, folding: TextFolding) {
    #expect(folding.fold(a) == folding.fold(b))
  }

  @Test(
    arguments: [
      ("é", "e", TextFolding.case), ("E", "e", .diacritics), ("a", "b", [.case, .diacritics]),
      ("ø", "o", .diacritics),
      ("Ａ", "A", [.case, .diacritics]), ("E", "e", []),
    ] as [(String, String, TextFolding)]
  )
  func `letters that differ in more are not`(a: String, b: String, folding: TextFolding) {
    #expect(folding.fold(a) != folding.fold(b))
  }

  @Test func `folding what is folded changes nothing`() {
    for scalar in 0..<0x2FFFF {
      guard let scalar = Unicode.Scalar(UInt32(scalar)) else { continue }
      let text = String(Character(scalar))
      for folding in [TextFolding.case, .diacritics, [.case, .diacritics]] as [TextFolding] {
        let folded = folding.fold(text)
        #expect(folding.fold(folded) == folded, "U+\(String(scalar.value, radix: 16)) by \(folding.rawValue)")
      }
    }
  }
}
