/// A record that a commit has in hand: what it was, and what it will be. Plain numbers: the bytes lie in the arena of
/// `PendingRecords`, which copies of a value share.
struct PendingRecord {
  /// A committed record, copied out.
  struct Stored {
    var record: ArenaRecord
    var version: SequenceNumber
    /// Bytes that its payload has in the store, where sealed values take more.
    var size: Int
  }

  var id: ObjectID
  /// The record as it will be.
  var record: ArenaRecord
  /// The record as it was; nil for an insertion.
  var stored: Stored?
  /// Which properties the program assigned, as a number in `PendingRecords`.
  var changed = WriteBatch.Entry.allProperties
  /// Whether the batch named the object; otherwise the graph rules brought it in.
  var isNamed: Bool

  var isInsertion: Bool { stored == nil }

  var layout: RecordLayout { record.layout }

  /// The object that a to-one slot will name.
  @inline(__always)
  func target(_ field: Int) -> ObjectID { record.target(field) }

  /// The object that a to-one slot named.
  @inline(__always)
  func storedTarget(_ link: LayoutPlan.Link) -> ObjectID {
    guard let stored else { return .none }
    guard stored.record.layout === layout else { return storedTarget(link.relationship) }
    return stored.record.target(link.field)
  }

  /// The object that a to-one slot named, found by its property: the layout may have been another.
  func storedTarget(_ relationship: PropertyID) -> ObjectID {
    guard let stored, let field = stored.record.layout.fieldIndex(of: relationship) else { return .none }
    return stored.record.target(field)
  }

  /// The place among the targets of the inverse that the record had.
  func storedPlace(_ relationship: PropertyID) -> UInt64? {
    guard let stored, let field = stored.record.layout.orderKeyIndex(of: relationship) else { return nil }
    return stored.record.word(field)
  }

  /// Properties whose bytes differ from the stored record.
  var differingProperties: [PropertyID] {
    guard let old = stored?.record.view else { return [] }
    let new = record.view
    var differing: [PropertyID] = []
    if new.layout === old.layout {
      let fields = new.layout.fields
      for index in fields.indices where fields[index].kind != .orderKey {
        guard new.isPresent(index) || old.isPresent(index) else { continue }
        if !RecordView.haveEqualField(index, new, old) { differing.append(fields[index].property) }
      }
      return differing
    }
    for (index, field) in new.layout.fields.enumerated() where field.kind != .orderKey {
      guard let other = old.layout.fieldIndex(of: field.property),
        old.layout.fields[other].kind == field.kind,
        old.isPresent(other) == new.isPresent(index)
      else {
        if new.isPresent(index) || old.layout.fieldIndex(of: field.property) != nil {
          differing.append(field.property)
        }
        continue
      }
      if new.isPresent(index), !Self.haveEqualBytes(new, index, old, other) {
        differing.append(field.property)
      }
    }
    return differing
  }

  static func haveEqualBytes(_ a: RecordView, _ fieldA: Int, _ b: RecordView, _ fieldB: Int) -> Bool {
    guard let width = a.layout.fields[fieldA].kind.width else {
      return TextBytes.areEqual(a.bytes(fieldA), b.bytes(fieldB))
    }
    return TextBytes.areEqual(
      UnsafeRawBufferPointer(start: a.base + a.layout.positions[fieldA], count: width),
      UnsafeRawBufferPointer(start: b.base + b.layout.positions[fieldB], count: width)
    )
  }

  /// Values of the incoming record for the properties chosen, of the present one for the others.
  static func merge(
    _ incoming: RecordView,
    over present: RecordView,
    into arena: RecordArena,
    takes: (RecordLayout.Field, _ incomingIndex: Int) -> Bool
  ) -> ArenaRecord {
    var writer = RecordWriter(layout: incoming.layout)
    for (index, field) in incoming.layout.fields.enumerated() {
      let other =
        field.kind == .orderKey
        ? present.layout.orderKeyIndex(of: field.property) : present.layout.fieldIndex(of: field.property)
      guard let other, !takes(field, index) else {
        writer.append(copying: index, of: incoming)
        continue
      }
      switch (present.layout.fields[other].kind, field.kind) {
      case (let stored, let kind) where stored == kind: writer.append(copying: other, of: present)
      case (_, .external) where present.isPresent(other): writer.append(inline: present.encoded(other))
      case (_, .external): writer.appendNull()
      default: writer.append(copying: index, of: incoming)
      }
    }
    return ArenaRecord(copying: writer.finish(), layout: incoming.layout, into: arena)
  }
}
