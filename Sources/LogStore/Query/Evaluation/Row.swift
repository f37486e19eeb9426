/// The object that a condition is tested on: its id and its record, valid while the record is lent.
@usableFromInline
package struct Row {
  /// The record.
  @usableFromInline package let record: RecordView
  /// The object.
  @usableFromInline package let id: ObjectID

  /// The exact entity of the object.
  package var entity: EntityID { record.layout.entity }
}
