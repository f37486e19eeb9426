/// Changes that are not committed yet, laid over a snapshot so that queries and graph rules see one state.
package struct Overlay: Sendable {
  /// A pending object: its entity and its record.
  package struct Record: Sendable {
    package var layout: RecordLayout
    package var payload: [UInt8]

    package init(layout: RecordLayout, payload: [UInt8]) {
      self.layout = layout
      self.payload = payload
    }
  }

  /// A to-many relationship of an object.
  package struct MemberKey: Hashable, Comparable, Sendable {
    package var owner: ObjectID
    package var relationship: PropertyID

    package init(owner: ObjectID, relationship: PropertyID) {
      self.owner = owner
      self.relationship = relationship
    }

    /// By owner, then by relationship.
    package static func < (a: MemberKey, b: MemberKey) -> Bool {
      a.owner == b.owner ? a.relationship < b.relationship : a.owner < b.owner
    }
  }

  /// Inserted and changed objects.
  package var records: [ObjectID: Record] = [:]
  /// Inserted objects by entity, in order of insertion.
  package var inserted: [EntityID: [ObjectID]] = [:]
  /// Deleted objects.
  package var deleted: Set<ObjectID> = []
  /// Targets of to-many relationships that differ from the snapshot's.
  package var members: [MemberKey: [ObjectID]] = [:]

  package init() {}

  /// Whether there is nothing pending.
  package var isEmpty: Bool {
    records.isEmpty && inserted.isEmpty && deleted.isEmpty && members.isEmpty
  }
}
