/// Reads many records of one state, one after another. It belongs to one task at a time.
package protocol RecordReader: AnyObject {
  /// Lends the record of an object to a closure.
  ///
  /// - Returns: false if there is no such object.
  func visit(_ id: ObjectID, _ body: (RecordView) throws(StoreError) -> Void) throws(StoreError) -> Bool
}

/// Looks every record of a source up by its id.
final class LookupReader<Source: RecordSource>: RecordReader {
  private let source: Source

  init(_ source: Source) { self.source = source }

  func visit(_ id: ObjectID, _ body: (RecordView) throws(StoreError) -> Void) throws(StoreError) -> Bool {
    try source.withRecord(id) { (view, _) throws(StoreError) in try body(view) } != nil
  }
}
