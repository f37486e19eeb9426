/// Reads one sort key from records.
final class SortKeyReader {
  /// A key as an entry holds it.
  struct Key {
    /// 0 before, 1 among, 2 behind the values.
    var rank: UInt64
    /// First eight bytes, smaller first.
    var word: UInt64
    /// The rest.
    var detail: SortDetail
  }

  /// The caller's order of strings.
  let order: (@Sendable (String, String) -> Int)?
  /// 1 ascending, -1 descending.
  let sign: Int
  /// Whether equal words need not mean equal values.
  let hasDetails: Bool
  private let path: ObjectPath
  private let column: Column
  /// Whether the key is a property of the object itself.
  let isOwn: Bool

  init(_ key: RecordQuery.SortKey, _ compiler: inout FilterCompiler) {
    order = key.stringOrder
    sign = key.ascending ? 1 : -1
    path = compiler.objectPath(key.path)
    column = compiler.column(key.attribute)
    isOwn = key.path.hops.isEmpty
    switch column.kind.map({ ValueClass($0) }) {
    case .bool, .signed, .unsigned, .floating, .date, .reference: hasDetails = false
    default: hasDetails = true
    }
  }

  /// Name of the property for plans.
  var name: String {
    (path.hops.map(\.name) + [column.name]).joined(separator: ".")
  }

  /// The key of an object.
  func key(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Key {
    if isOwn { return ordered(try key(in: row)) }
    var result: Key?
    try path.visit(row, evaluator) { (target) throws(StoreError) in result = try key(in: target) }
    return ordered(result)
  }

  /// Rank and word of a key without details that stands in the object itself.
  @inline(__always)
  func wholeKey(_ row: Row) throws(StoreError) -> (rank: UInt64, word: UInt64) {
    let record = row.record
    let slot = column.slot(in: record.layout)
    var word: UInt64 = 0
    if slot.state == .stored {
      guard slot.isPresent(in: record) else { return (sign > 0 ? 0 : 2, 0) }
      switch ValueClass(slot.kind) {
      case .signed: word = UInt64(bitPattern: slot.integer(record)) ^ 1 << 63
      case .floating, .date: word = Self.word(slot.floating(record))
      default: word = try key(in: row)?.word ?? 0
      }
    } else {
      guard let key = try key(in: row) else { return (sign > 0 ? 0 : 2, 0) }
      word = key.word
    }
    return (1, sign > 0 ? word : ~word)
  }

  /// Whether the object surely comes behind one whose key has a rank and a word, told without making a key.
  func isBehind(_ rank: UInt64, _ word: UInt64, _ row: Row) -> Bool {
    guard isOwn, rank == 1, order == nil else { return false }
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, slot.kind == .string, slot.isPresent(in: row.record),
      let head = SortText.quickHead(row.record.bytes(Int(slot.field)))
    else { return false }
    return (sign > 0 ? head : ~head) > word
  }

  private func ordered(_ key: Key?) -> Key {
    guard var key else { return Key(rank: sign > 0 ? 0 : 2, word: 0, detail: .none) }
    if sign < 0 { key.word = ~key.word }
    return key
  }

  @inline(__always)
  private func key(in row: Row) throws(StoreError) -> Key? {
    let record = row.record
    let slot = column.slot(in: record.layout)
    guard slot.state == .stored else { return key(of: column.fallback(for: record.layout.entity)) }
    guard slot.isPresent(in: record) else { return nil }
    switch ValueClass(slot.kind) {
    case .signed: return number(UInt64(bitPattern: slot.integer(record)) ^ 1 << 63)
    case .unsigned, .reference: return number(slot.unsigned(record))
    case .floating, .date: return number(Self.word(slot.floating(record)))
    case .bool: return number(UInt64(slot.load(record, as: UInt8.self)))
    case .string:
      let bytes = record.bytes(Int(slot.field))
      if order != nil { return key(of: .string(String(decoding: bytes, as: UTF8.self))) }
      let text = SortText(bytes)
      return Key(rank: 1, word: text.head, detail: .text(text))
    // Data has no order.
    case .veiled where slot.kind == .external && column.kind == .data:
      return Key(rank: 1, word: 0, detail: .none)
    default: return key(of: try column.value(in: row))
    }
  }

  private func number(_ word: UInt64) -> Key { Key(rank: 1, word: word, detail: .none) }

  /// Order-preserving bits; both zeros are one value, NaN comes behind all numbers.
  private static func word(_ value: Double) -> UInt64 {
    if value.isNaN { return .max }
    let bits = (value == 0 ? 0.0 : value).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  private func key(of value: StoredValue) -> Key? {
    switch value {
    case .null: return nil
    case .bool(let v): return number(v ? 1 : 0)
    case .int(let v): return number(UInt64(bitPattern: v) ^ 1 << 63)
    case .uint(let v): return number(v)
    case .float(let v): return number(Self.word(Double(v)))
    case .double(let v), .date(let v): return number(Self.word(v))
    case .reference(let v): return number(v.rawValue)
    case .uuid(let v): return Key(rank: 1, word: v.high, detail: .low(v.low))
    case .decimal(let v): return Key(rank: 1, word: 0, detail: .decimal(v))
    case .string(let v), .url(let v):
      if order != nil { return Key(rank: 1, word: 0, detail: .ordered(v)) }
      let text = SortText(v)
      return Key(rank: 1, word: text.head, detail: .text(text))
    case .data, .structured, .opaque: return Key(rank: 1, word: 0, detail: .none)
    }
  }
}
