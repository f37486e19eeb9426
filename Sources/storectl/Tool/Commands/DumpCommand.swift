import LogStore

/// `storectl dump`.
struct DumpCommand {
  let path: String
  /// Names of entities; empty for all.
  let entities: [String]
  let io: any StorageIO

  func run(_ output: TextOutput) throws {
    let state = try StoreInspection(at: path, io: io).state
    let wanted = try wantedEntities(state.catalog)
    let dump = ObjectDump(state)
    try state.kinds.forEachRun { start, kinds throws(any Error) in
      for (index, kind) in kinds.enumerated() where kind != 0 && kind != IndexState.edgeKind {
        guard wanted == nil || wanted?.contains(EntityID(rawValue: kind)) == true else { continue }
        try dump.append(ObjectID(rawValue: start + UInt64(index)))
        if dump.isFull { try dump.write(to: output) }
      }
      return true
    }
    try dump.write(to: output)
  }

  /// The named entities and all below them; nil for all.
  private func wantedEntities(_ catalog: Catalog) throws(UsageError) -> Set<EntityID>? {
    guard !entities.isEmpty else { return nil }
    var wanted: Set<EntityID> = []
    for name in entities {
      guard let entity = catalog.entity(named: name) else {
        let names = catalog.entities.map(\.name).joined(separator: ", ")
        throw UsageError("the store has no entity '\(name)'; it has \(names.isEmpty ? "none" : names)")
      }
      wanted.formUnion(catalog.family(of: entity.id))
    }
    return wanted
  }
}
