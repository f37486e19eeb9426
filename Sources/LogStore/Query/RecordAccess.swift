/// How compiled filters reach objects other than the one under test: the state that a query sees, whatever
/// it is made of.
///
/// A class with overridden methods, so that compiled conditions need not be generic over the source.
package class RecordAccess {
  /// Entities, properties and layouts.
  package let catalog: Catalog

  package init(catalog: Catalog) { self.catalog = catalog }

  /// Opens sealed values; nil if nothing can be opened.
  package var sealing: Sealing? { nil }

  /// Reads external blobs; nil if none can be read.
  package var blobFiles: BlobFiles? { nil }

  /// The exact entity of an object; nil if there is no such object.
  package func entity(of id: ObjectID) -> EntityID? { nil }

  /// Lends the record of an object to a closure.
  ///
  /// - Returns: false if there is no such object.
  package func visit(
    _ id: ObjectID,
    _ body: (RecordView) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool { false }

  /// The existing targets of a to-many relationship, in order.
  package func members(of owner: ObjectID, _ relationship: PropertyID) -> [ObjectID] { [] }

  /// Number of existing targets of a to-many relationship.
  package func memberCount(of owner: ObjectID, _ relationship: PropertyID) -> Int { 0 }
}
