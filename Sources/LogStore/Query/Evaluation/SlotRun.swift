/// The slots of a column in a run of records, most of which have the layout of the one before.
struct SlotRun {
  private let column: Column
  private var layout: UnsafeMutableRawPointer?
  private var slot = FieldSlot()

  init(_ column: Column) { self.column = column }

  /// Where a record keeps the value.
  @inline(__always)
  mutating func slot(of record: RecordView) -> FieldSlot {
    let address = record.unretainedLayout.toOpaque()
    if address != layout {
      slot = column.slot(in: record.layout)
      layout = address
    }
    return slot
  }
}
