/// A version number `[epoch:]upstream[-revision]`, ordered as the package manager orders it.
///
/// Equality is that of the text; two texts can be of equal rank without being equal (`1.0` and `1.00`).
public struct DebianVersion: Hashable, Sendable {
  /// The version as it was written.
  public let text: String

  /// Wraps a text; every text has a place in the order.
  public init(_ text: String) {
    self.text = text
  }
}

extension DebianVersion: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

extension DebianVersion: Comparable {
  /// The order of ranks: epoch, then upstream version, then revision.
  public static func < (left: DebianVersion, right: DebianVersion) -> Bool {
    let one = Parts(left.text)
    let other = Parts(right.text)
    for (a, b) in [(one.epoch, other.epoch), (one.upstream, other.upstream), (one.revision, other.revision)] {
      let order = compare(a, b)
      if order != 0 { return order < 0 }
    }
    return false
  }

  private struct Parts {
    var epoch: ArraySlice<UInt8>
    var upstream: ArraySlice<UInt8>
    var revision: ArraySlice<UInt8>

    init(_ text: String) {
      var rest = Array(text.utf8)[...]
      epoch = []
      revision = []
      if let colon = rest.firstIndex(of: 0x3A) {
        epoch = rest[..<colon]
        rest = rest[(colon + 1)...]
      }
      if let hyphen = rest.lastIndex(of: 0x2D) {
        revision = rest[(hyphen + 1)...]
        rest = rest[..<hyphen]
      }
      upstream = rest
    }
  }

  /// Alternating runs of non-digits and digits: the first by the order of `weight`, the second by number.
  private static func compare(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    var one = left
    var other = right
    while !one.isEmpty || !other.isEmpty {
      while isText(one.first) || isText(other.first) {
        let difference = weight(one.first) - weight(other.first)
        if difference != 0 { return difference }
        one = one.dropFirst()
        other = other.dropFirst()
      }
      let a = takeNumber(&one)
      let b = takeNumber(&other)
      if a.count != b.count { return a.count - b.count }
      if let (x, y) = zip(a, b).first(where: { $0 != $1 }) { return Int(x) - Int(y) }
    }
    return 0
  }

  private static func isText(_ byte: UInt8?) -> Bool { byte.map { !$0.isDigit } ?? false }

  /// `~` sorts before the end, letters before everything else.
  private static func weight(_ byte: UInt8?) -> Int {
    guard let byte, !byte.isDigit else { return 0 }
    if byte == 0x7E { return -1 }
    return byte.isLetter ? Int(byte) : Int(byte) + 256
  }

  /// The digits in front, without leading zeros: longer means larger.
  private static func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = bytes.prefix { $0.isDigit }
    bytes = bytes.dropFirst(digits.count)
    return digits.drop { $0 == 0x30 }
  }
}
