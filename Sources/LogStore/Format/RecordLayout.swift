/// The shape of a record's payload: an immutable, numbered list of fields of one entity.
///
/// A record's header names its layout, so that a changed schema leaves old records readable: they are
/// read through the layout they were written with (FORMAT.md, "Record payload").
public final class RecordLayout: Sendable {
  /// One field of the payload.
  public struct Field: Sendable, Hashable {
    /// The attribute or relationship whose value this is.
    public var property: PropertyID
    /// How the value lies in the payload.
    public var kind: ValueKind

    /// Makes a field.
    public init(property: PropertyID, kind: ValueKind) {
      self.property = property
      self.kind = kind
    }
  }

  /// Number of the layout.
  public let id: LayoutID
  /// The entity whose objects it describes.
  public let entity: EntityID
  /// The fields in order.
  public let fields: [Field]

  /// Bytes of the presence bitmap: one bit a field, lowest bit first.
  package let bitmapSize: Int
  /// For a fixed-width field the offset of its slot; for a variable one its rank among the variable ones.
  package let positions: [Int]
  /// Bytes of each field's slot; 0 for a variable-width field.
  let widths: [Int]
  /// Where the 32-bit ends of the variable-width values stand.
  @usableFromInline package let endsOffset: Int
  /// Number of variable-width fields.
  package let variableCount: Int
  /// Whether some field is sealed.
  package let isSealed: Bool
  /// Where the bytes of the first variable-width value stand; the size of the fixed part.
  @usableFromInline package let fixedSize: Int

  /// Address of a copy of `positions`, for records: an array costs a retain a read, more than the read itself.
  @usableFromInline package let positionTable: UInt
  /// Number of fields.
  @usableFromInline package let fieldCount: Int
  private let valueFields: [PropertyID: Int]
  private let orderKeyFields: [PropertyID: Int]

  /// Computes the offsets of a list of fields.
  public init(id: LayoutID, entity: EntityID, fields: [Field]) {
    self.id = id
    self.entity = entity
    self.fields = fields
    let bitmapSize = (fields.count + 7) / 8
    var offset = bitmapSize
    var variableCount = 0
    var positions: [Int] = []
    positions.reserveCapacity(fields.count)
    var valueFields: [PropertyID: Int] = [:]
    var orderKeyFields: [PropertyID: Int] = [:]
    for (index, field) in fields.enumerated() {
      if let width = field.kind.width {
        positions.append(offset)
        offset += width
      } else {
        positions.append(variableCount)
        variableCount += 1
      }
      if field.kind == .orderKey {
        orderKeyFields[field.property] = index
      } else {
        valueFields[field.property] = index
      }
    }
    isSealed = fields.contains { $0.kind == .sealed }
    self.bitmapSize = bitmapSize
    self.positions = positions
    widths = fields.map { $0.kind.width ?? 0 }
    let table = UnsafeMutablePointer<Int>.allocate(capacity: positions.count + 1)
    table.initialize(from: positions, count: positions.count)
    positionTable = UInt(bitPattern: table)
    fieldCount = positions.count
    self.endsOffset = offset
    self.variableCount = variableCount
    self.fixedSize = offset + 4 * variableCount
    self.valueFields = valueFields
    self.orderKeyFields = orderKeyFields
  }

  deinit { UnsafeMutablePointer<Int>(bitPattern: positionTable)?.deallocate() }

  /// Where a field stands, as `positions` says.
  @inlinable
  @inline(__always)
  package func position(_ field: Int) -> Int {
    precondition(field >= 0 && field < fieldCount, "the layout has no such field")
    return UnsafePointer<Int>(bitPattern: positionTable).unsafelyUnwrapped[field]
  }

  /// The field that holds the value of a property, if records of this layout have it.
  package func fieldIndex(of property: PropertyID) -> Int? { valueFields[property] }

  /// The field that holds an object's place among the targets of the inverse of a to-one relationship.
  package func orderKeyIndex(of relationship: PropertyID) -> Int? { orderKeyFields[relationship] }
}
