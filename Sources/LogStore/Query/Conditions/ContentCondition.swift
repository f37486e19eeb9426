/// Whether the bytes of an external attribute are some bytes, or are not: the length decides before a blob is read, and
/// a blob is read only up to the first difference.
final class ContentCondition: Condition {
  private let column: Column
  private let wanted: [UInt8]
  private let isNegated: Bool
  private let general: Condition

  /// - Parameter general: The same condition for records that keep the property differently.
  init(_ column: Column, _ wanted: [UInt8], negated: Bool, general: Condition) {
    self.column = column
    self.wanted = wanted
    isNegated = negated
    self.general = general
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, slot.kind == .external, slot.isPresent(in: row.record),
      case .blob(let reference)? = row.record.external(Int(slot.field))
    else { return try general.test(row, evaluator) }
    guard reference.length == UInt64(wanted.count) else { return isNegated }
    var compared = 0
    var isEqual = true
    try column.openBlob(reference, row).forEachPart(of: 0..<reference.length) { part throws(StoreError) in
      isEqual = part.elementsEqual(wanted[compared..<compared + part.count])
      compared += part.count
      return isEqual
    }
    return isEqual != isNegated
  }
}
