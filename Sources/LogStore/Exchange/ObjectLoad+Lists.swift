extension ObjectLoad {
  /// Bytes of lists that are gathered before they are committed.
  private static let listBytes = 4 << 20

  /// Makes the to-many relationships what the lists say, in their order. All objects are there by now.
  func applyLists() throws {
    try commit()
    let isMirrored = try apply(mirrored: false)
    // Edges are made by the end that keeps them; the order at the other end comes behind that.
    if isMirrored { _ = try apply(mirrored: true) }
  }

  /// - Parameter mirrored: Whether to apply the lists at the ends that do not keep the edges, or all others.
  /// - Returns: Whether there are lists of the other sort.
  private func apply(mirrored: Bool) throws -> Bool {
    let state = store.snapshot().state
    var hasOthers = false
    var bytes = 0
    try lists.forEach { entry in
      guard let relationship = adopted.catalog.relationship(entry.relationship) else { return }
      switch adopted.catalog.storage(of: relationship) {
      case .edges:
        guard !mirrored, !entry.targets.isEmpty else { return }
        try checkTargets(entry, relationship, state)
      case .edgesOfInverse where !mirrored:
        hasOthers = true
        return
      default:
        guard mirrored == isKeptElsewhere(relationship) else { return }
        try checkTargets(entry, relationship, state)
        let members = state.members(of: entry.owner, relationship.id)
        guard members != entry.targets else { return }
        try checkMembers(members, entry, relationship)
      }
      batch.setMembers(of: entry.owner, relationship.id, to: entry.targets)
      bytes += 64 * (1 + entry.targets.count)
      if bytes >= Self.listBytes {
        try commit()
        bytes = 0
      }
    }
    try commit()
    return hasOthers
  }

  private func isKeptElsewhere(_ relationship: RelationshipDefinition) -> Bool {
    if case .edgesOfInverse = adopted.catalog.storage(of: relationship) { return true }
    return false
  }

  /// Refuses a list with objects that the dump does not have, or of another entity than the relationship leads to.
  private func checkTargets(
    _ entry: ListFile.Entry,
    _ relationship: RelationshipDefinition,
    _ state: IndexState
  ) throws(LoadError) {
    let catalog = adopted.catalog
    for target in entry.targets {
      guard let entity = state.entity(of: target) else {
        throw wrong(entry, relationship, "names object \(target), which the dump does not have")
      }
      guard catalog.isKind(entity, of: relationship.destination) else {
        throw wrong(
          entry,
          relationship,
          "names object \(target), a \(catalog.name(of: entity)) and no \(catalog.name(of: relationship.destination))"
        )
      }
    }
  }

  /// Refuses a list that the other ends contradict.
  func checkMembers(
    _ members: [ObjectID],
    _ entry: ListFile.Entry,
    _ relationship: RelationshipDefinition
  ) throws(LoadError) {
    let inverse = relationship.inverse.map { "'\(adopted.catalog.name(of: $0))'" } ?? "the other end"
    let present = Set(members)
    if let strange = entry.targets.first(where: { !present.contains($0) }) {
      throw wrong(entry, relationship, "names object \(strange), whose \(inverse) does not lead back")
    }
    let stated = Set(entry.targets)
    if let missing = members.first(where: { !stated.contains($0) }) {
      throw wrong(entry, relationship, "does not name object \(missing), whose \(inverse) leads to it")
    }
  }

  /// A list that cannot be.
  func wrong(
    _ entry: ListFile.Entry,
    _ relationship: RelationshipDefinition,
    _ found: String
  ) -> LoadError {
    LoadError(
      line: entry.line,
      found: "'\(relationship.name)' of object \(entry.owner) \(found)",
      remedy: "Make both ends of the relationship agree."
    )
  }
}
