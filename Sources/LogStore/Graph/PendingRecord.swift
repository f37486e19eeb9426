/// A record that a commit has in hand: what it was, and what it will be.
struct PendingRecord {
  /// A committed record, copied out.
  struct Stored {
    var layout: RecordLayout
    var payload: [UInt8]
    var version: SequenceNumber
  }

  var id: ObjectID
  var layout: RecordLayout
  var payload: [UInt8]
  /// nil for an insertion.
  var stored: Stored?
  /// Properties that the program assigned; nil means all.
  var changed: Set<PropertyID>?
  /// Whether the program assigned a property.
  func assigns(_ property: PropertyID) -> Bool { changed?.contains(property) ?? true }
  /// Whether the batch named the object; otherwise the graph rules brought it in.
  var isNamed: Bool

  var isInsertion: Bool { stored == nil }

  /// The record as it will be.
  func withView<R, Failure: Error>(_ body: (RecordView) throws(Failure) -> R) throws(Failure) -> R {
    try payload.withRawBytes { bytes throws(Failure) in try body(RecordView(trusted: bytes, layout: layout)) }
  }

  /// The record as it was.
  func withStoredView<R, Failure: Error>(_ body: (RecordView) throws(Failure) -> R) throws(Failure) -> R? {
    guard let stored else { return nil }
    return try stored.payload.withRawBytes { bytes throws(Failure) in
      try body(RecordView(trusted: bytes, layout: stored.layout))
    }
  }

  /// The object that a to-one slot will name.
  func target(_ field: Int) -> ObjectID { withView { $0.isPresent(field) ? $0.reference(field) : .none } }

  /// The object that a to-one slot named.
  func storedTarget(_ link: LayoutPlan.Link) -> ObjectID {
    guard let stored else { return .none }
    guard stored.layout === layout else { return storedTarget(link.relationship) }
    return withStoredView { $0.isPresent(link.field) ? $0.reference(link.field) : .none } ?? .none
  }

  /// The object that a to-one slot named, found by its property: the layout may have been another.
  func storedTarget(_ relationship: PropertyID) -> ObjectID {
    withStoredView { view in
      guard let field = view.layout.fieldIndex(of: relationship), view.isPresent(field) else {
        return ObjectID.none
      }
      return view.reference(field)
    } ?? .none
  }

  /// Writes an eight-byte slot, or clears it.
  mutating func setWord(_ word: UInt64?, field: Int) {
    let position = layout.positions[field]
    let bit = UInt8(1) << UInt8(truncatingIfNeeded: field & 7)
    payload.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: (word ?? 0).littleEndian, toByteOffset: position, as: UInt64.self)
      bytes[field >> 3] = word == nil ? bytes[field >> 3] & ~bit : bytes[field >> 3] | bit
    }
  }

  /// The eight-byte slot of a field; nil if absent.
  func word(_ field: Int) -> UInt64? {
    withView { $0.isPresent(field) ? UInt64(littleEndian: $0.load(field, as: UInt64.self)) : nil }
  }

  /// Properties whose bytes differ from the stored record.
  var differingProperties: [PropertyID] {
    withView { new in
      withStoredView { old in
        var differing: [PropertyID] = []
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
      } ?? []
    }
  }

  static func haveEqualBytes(_ a: RecordView, _ fieldA: Int, _ b: RecordView, _ fieldB: Int) -> Bool {
    guard let width = a.layout.fields[fieldA].kind.width else {
      return a.bytes(fieldA).elementsEqual(b.bytes(fieldB))
    }
    let left = UnsafeRawBufferPointer(start: a.base + a.layout.positions[fieldA], count: width)
    return left.elementsEqual(
      UnsafeRawBufferPointer(start: b.base + b.layout.positions[fieldB], count: width)
    )
  }

  /// Values of the incoming record for the properties chosen, of the present one for the others.
  static func merge(
    _ incoming: RecordView,
    over present: RecordView,
    takes: (RecordLayout.Field, _ incomingIndex: Int) -> Bool
  ) -> [UInt8] {
    var writer = RecordWriter(layout: incoming.layout)
    for (index, field) in incoming.layout.fields.enumerated() {
      let other =
        field.kind == .orderKey
        ? present.layout.orderKeyIndex(of: field.property) : present.layout.fieldIndex(of: field.property)
      if let other, present.layout.fields[other].kind == field.kind, !takes(field, index) {
        writer.append(copying: other, of: present)
      } else {
        writer.append(copying: index, of: incoming)
      }
    }
    return Array(writer.finish())
  }
}
