/// Key bytes of one property between two ends, behind whatever stands in front of them in the key.
struct KeyInterval {
  /// The first bytes inside.
  var lower: [UInt8] = []
  /// The first bytes outside; nil: no end.
  var upper: [UInt8]?
  /// Whether the interval holds the values asked for and no others.
  var isExact = true

  /// All values.
  init() {}

  /// The values that conditions leave; nil if they say nothing that an interval can express.
  init?(_ bounds: PropertyBounds, _ shape: KeyShape, isLast: Bool) {
    guard bounds.isPresent || bounds.prefix != nil else { return nil }
    func bytes(_ value: StoredValue) -> [UInt8] {
      var encoder = KeyEncoder()
      encoder.append(value, shape, isLast: isLast)
      return encoder.copy
    }
    func beginning(_ text: String) -> [UInt8] {
      var encoder = KeyEncoder()
      encoder.append(prefix: text, isLast: isLast)
      return encoder.copy
    }
    if let bound = bounds.lower {
      switch bound.value {
      case .string(let text), .url(let text): lower = beginning(text)
      default: lower = bound.isInclusive ? bytes(bound.value) : Self.successor(bytes(bound.value)) ?? [0xFF]
      }
    } else {
      // Whatever has a value comes behind what has none.
      lower = Self.successor(bytes(.null)) ?? []
    }
    if let bound = bounds.upper {
      switch bound.value {
      case .string(let text), .url(let text): upper = Self.successor(beginning(text))
      default: upper = bound.isInclusive ? Self.successor(bytes(bound.value)) : bytes(bound.value)
      }
    } else if shape == .floating, bounds.lower != nil {
      // What is no number is not above any.
      upper = bytes(.double(.nan))
    }
    if shape == .text, bounds.lower != nil || bounds.upper != nil { isExact = false }
    if let prefix = bounds.prefix {
      // Only whether whole characters begin it can the record tell.
      isExact = false
      let start = beginning(prefix)
      if lower.lexicographicallyPrecedes(start) { lower = start }
      let end = Self.successor(start)
      if let end, upper.map({ end.lexicographicallyPrecedes($0) }) ?? true { upper = end }
    }
  }

  /// Bytes of the longer end.
  var size: Int { max(lower.count, upper?.count ?? 0) }

  /// The first bytes behind all that begin with some bytes; nil if there are none.
  static func successor(_ bytes: [UInt8]) -> [UInt8]? {
    var bytes = bytes
    while let last = bytes.last {
      if last < 0xFF {
        bytes[bytes.count - 1] = last + 1
        return bytes
      }
      bytes.removeLast()
    }
    return nil
  }
}
