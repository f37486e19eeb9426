/// The beginnings of keys that the values of the first properties of an index give: mostly one, which is built in
/// place.
struct KeyPrefixes: ~Copyable {
  private var single = KeyEncoder()
  /// All of them, by rising bytes, where there is not exactly one.
  private var several: [[UInt8]]?

  /// How many they are.
  var count: Int { several?.count ?? 1 }

  /// Goes on with each of some values, each of which counts once.
  ///
  /// - Returns: How many different keys they have.
  mutating func append(_ values: [StoredValue], _ shape: KeyShape, isLast: Bool) -> Int {
    if several == nil, values.count == 1 {
      single.append(values[0], shape, isLast: isLast)
      return 1
    }
    let keys = Self.keys(values, shape, isLast: isLast)
    several = (several ?? [single.copy]).flatMap { prefix in keys.map { prefix + $0 } }
    return keys.count
  }

  /// Key bytes of some values, rising, each once.
  private static func keys(_ values: [StoredValue], _ shape: KeyShape, isLast: Bool) -> [[UInt8]] {
    var encoder = KeyEncoder()
    var keys: [[UInt8]] = []
    for value in values {
      encoder.begin()
      encoder.append(value, shape, isLast: isLast)
      keys.append(encoder.copy)
    }
    if keys.count < 2 { return keys }
    keys.sort { $0.lexicographicallyPrecedes($1) }
    return keys.enumerated().filter { $0.offset == 0 || $0.element != keys[$0.offset - 1] }.map(\.element)
  }

  /// Whether all have at most so many bytes.
  func fit(_ size: Int) -> Bool { several?.allSatisfy { $0.count <= size } ?? (single.count <= size) }

  /// The entries of each key.
  func points() -> [IndexScan.Part] {
    guard let several else { return [Self.point(single.key(0))] }
    return several.map { Self.point(SecondaryKey(bytes: $0, id: 0)) }
  }

  private static func point(_ key: SecondaryKey) -> IndexScan.Part {
    IndexScan.Part(lower: key, upper: key.followingKey)
  }

  /// The entries whose keys begin with each of them and go on within an interval.
  func parts(_ ends: KeyInterval, hasLongKeys: Bool) -> [IndexScan.Part] {
    guard let several else {
      return Self.part(single.count == 0 ? [] : single.copy, ends, hasLongKeys).map { [$0] } ?? []
    }
    return several.compactMap { Self.part($0, ends, hasLongKeys) }
  }

  /// - Returns: nil if there can be none.
  private static func part(_ prefix: [UInt8], _ ends: KeyInterval, _ hasLongKeys: Bool) -> IndexScan.Part? {
    let lower = SecondaryKey.lowerBound(prefix.isEmpty ? ends.lower : prefix + ends.lower)
    let limit =
      ends.upper.map { prefix.isEmpty ? $0 : prefix + $0 } ?? KeyInterval.successor(prefix)
    let upper = limit.map { SecondaryKey.upperBound($0, hasLongKeys: hasLongKeys) }
    if let upper, !(lower < upper) { return nil }
    return IndexScan.Part(lower: lower, upper: upper)
  }
}
