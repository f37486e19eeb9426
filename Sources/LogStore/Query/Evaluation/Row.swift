/// The object that a condition is tested on: its id and its record, valid while the record is lent.
struct Row {
  /// The record.
  let record: RecordView
  /// The object.
  let id: ObjectID

  /// The exact entity of the object.
  var entity: EntityID { record.layout.entity }
}
