extension UInt8 {
  /// The lower-case form of an ASCII capital; every other byte is itself.
  var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
  /// Whether this is a space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  /// Whether this is white space that may stand inside a relation field.
  var isSpace: Bool { isBlank || self == 0x0A || self == 0x0D }
  /// Whether this is an ASCII digit.
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  /// Whether this is an ASCII letter.
  var isLetter: Bool { lowercased >= 0x61 && lowercased <= 0x7A }
}

extension ArraySlice<UInt8> {
  /// The slice without spaces and tabs at both ends.
  func trimmingBlanks() -> ArraySlice<UInt8> {
    var slice = self
    while let byte = slice.first, byte.isBlank { slice = slice.dropFirst() }
    while let byte = slice.last, byte.isBlank { slice = slice.dropLast() }
    return slice
  }
}
