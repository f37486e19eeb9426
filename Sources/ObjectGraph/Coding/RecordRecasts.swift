import LogStore

/// Where records with external fields are put from one form into another. Each buffer holds one record at a time.
final class RecordRecasts {
  /// From the stored form into the plain one, to be read.
  var reading = RecordRecasts.emptyWriter()
  /// From the plain form into the stored one, all values in the record.
  var storing = RecordRecasts.emptyWriter()
  /// Large values out of the record.
  var moving = RecordRecasts.emptyWriter()

  private static func emptyWriter() -> RecordWriter {
    RecordWriter(
      layout: RecordLayout(id: LayoutID(rawValue: 0), entity: EntityID(rawValue: 0), fields: [])
    )
  }
}

extension RecordWriter {
  /// Fills the next field with that of a record, which has the same kind.
  mutating func copy(_ field: Int, of record: RecordView) {
    if record.isPresent(field) { _ = append(encoded: record.encoded(field)) } else { appendNull() }
  }
}
