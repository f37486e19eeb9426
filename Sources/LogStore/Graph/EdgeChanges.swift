/// EDGE records that a commit writes and removes.
struct EdgeChanges {
  /// Edges by id, new or with another place.
  private(set) var puts: [ObjectID: EdgePayload] = [:]
  private(set) var putOrder: [ObjectID] = []
  private(set) var removed: Set<ObjectID> = []
  private(set) var removedOrder: [ObjectID] = []

  var isEmpty: Bool { puts.isEmpty && removed.isEmpty }

  /// Writes an edge.
  mutating func put(_ id: ObjectID, _ edge: EdgePayload) {
    if puts.updateValue(edge, forKey: id) == nil { putOrder.append(id) }
  }

  /// Removes an edge.
  mutating func remove(_ id: ObjectID) {
    if puts.removeValue(forKey: id) != nil { putOrder.removeAll { $0 == id } }
    if removed.insert(id).inserted { removedOrder.append(id) }
  }

  /// Forgets an edge that was never committed.
  mutating func forget(_ id: ObjectID) {
    if puts.removeValue(forKey: id) != nil { putOrder.removeAll { $0 == id } }
  }
}
