/// EDGE records that a commit writes and removes, found by their ends too.
struct EdgeChanges {
  /// Edges by id, new or with another place.
  private(set) var puts: [ObjectID: EdgePayload] = [:]
  /// Ids in the order in which they came in; those that are not in `puts` were removed again.
  private(set) var putOrder: [ObjectID] = []
  private(set) var removed: Set<ObjectID> = []
  private(set) var removedOrder: [ObjectID] = []
  /// Ids of `putOrder` by the ends at which they show.
  private var byEnd: [Overlay.MemberKey: [ObjectID]] = [:]
  /// Highest place that was given at an end.
  private var lastPlaces: [Overlay.MemberKey: UInt64] = [:]

  var isEmpty: Bool { puts.isEmpty && removed.isEmpty }

  /// Writes an edge.
  ///
  /// - Parameter inverse: The relationship under which the target sees the owner.
  mutating func put(_ id: ObjectID, _ edge: EdgePayload, inverse: PropertyID?) {
    let isNew = puts.updateValue(edge, forKey: id) == nil
    let near = Overlay.MemberKey(owner: edge.owner, relationship: edge.relationship)
    let far = inverse.map { Overlay.MemberKey(owner: edge.target, relationship: $0) }
    note(id, isNew, at: near, edge.ownerKey)
    if let far, far != near { note(id, isNew, at: far, edge.targetKey) }
    if isNew { putOrder.append(id) }
  }

  private mutating func note(_ id: ObjectID, _ isNew: Bool, at end: Overlay.MemberKey, _ place: UInt64) {
    if isNew { byEnd[end, default: []].append(id) }
    lastPlaces[end] = max(lastPlaces[end] ?? 0, place)
  }

  /// Removes an edge.
  mutating func remove(_ id: ObjectID) {
    puts[id] = nil
    if removed.insert(id).inserted { removedOrder.append(id) }
  }

  /// Visits the edges written at an end, in the order in which they came in. O(edges there).
  func forEachPut(at end: Overlay.MemberKey, _ body: (ObjectID, EdgePayload) -> Void) {
    for id in byEnd[end] ?? [] {
      if let edge = puts[id] { body(id, edge) }
    }
  }

  /// Whether an edge of the committed state is there unchanged.
  func leavesAlone(_ id: ObjectID) -> Bool { puts[id] == nil && !removed.contains(id) }

  /// Highest place that was given at an end; nil if none was.
  func lastPlace(at end: Overlay.MemberKey) -> UInt64? { lastPlaces[end] }
}
