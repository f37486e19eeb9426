/// The rules that hold only once all is there.
extension ObjectLoad {
  /// Throws for the first object that breaks a rule of the graph.
  func check() throws {
    let state = store.snapshot().state
    try checkLists(state)
    try checkObjects(state)
    try checkCounts(state)
  }

  /// Whether each list is now what the dump says.
  private func checkLists(_ state: IndexState) throws {
    try lists.forEach { entry in
      let members = state.members(of: entry.owner, entry.relationship)
      guard members != entry.targets, let relationship = adopted.catalog.relationship(entry.relationship)
      else {
        return
      }
      try checkMembers(members, entry, relationship)
      throw wrong(entry, relationship, "has an order that another list contradicts")
    }
  }

  /// Whether what to-one relationships refer to is there, is of the right entity, and leads back.
  private func checkObjects(_ state: IndexState) throws {
    let report = SnapshotCheck.checkObjects(state)
    guard let finding = report.findings.first else { return }
    let line = finding.objects.first.flatMap { lines[$0] }
    let object = finding.objects.first.map { "object \($0): " } ?? ""
    let more = report.findings.count + report.omitted - 1
    throw LoadError(
      line: line,
      found: object + finding.found + (more > 0 ? " (and \(more) more such findings)" : ""),
      remedy: "Add what is missing, or make both ends agree."
    )
  }

  /// Whether to-many relationships have as many targets as they may and must have.
  private func checkCounts(_ state: IndexState) throws(LoadError) {
    for entity in adopted.catalog.entities {
      let counted = state.plans.rules(of: entity.id).counted
      guard !counted.isEmpty else { continue }
      var objects = state.extents[Int(entity.id.rawValue)].cursor()
      while let (id, _) = objects.next() {
        let owner = ObjectID(rawValue: id)
        for relationship in counted {
          var count = 0
          state.forEachMember(of: owner, relationship.id) { _, _ in count += 1 }
          guard let (_, found) = relationship.problem(ofCount: count) else { continue }
          throw LoadError(
            line: lines[owner],
            found: "'\(relationship.name)' of object \(owner) \(found)",
            remedy: LoadError.mendText
          )
        }
      }
    }
  }
}
