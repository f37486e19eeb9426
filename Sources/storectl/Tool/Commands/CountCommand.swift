import LogStore

extension Command {
  static let count = Command(
    name: "count",
    operands: ["STORE"],
    summary: "how many objects there are of each entity",
    options: [
      CommandOption(
        name: "entity",
        value: "NAME",
        summary: "one number: its objects and those of entities below it"
      )
    ],
    details: """
      Prints each entity that has objects of its own with their number, and their sum. Reads
      no object.
      """,
    run: { context in
      let state = try StoreInspection(at: context.path, io: context.io).state
      func count(_ id: EntityID) -> Int {
        let index = Int(id.rawValue)
        return index < state.extents.count ? state.extents[index].count : 0
      }
      if let name = context.arguments.value("entity") {
        guard let entity = state.catalog.entity(named: name) else {
          throw UsageError.unknownEntity(name, state.catalog)
        }
        let sum = state.catalog.family(of: entity.id).reduce(0) { $0 + count($1) }
        try context.output.writeLine("\(sum)")
        return .success
      }
      var sum = 0
      for entity in state.catalog.entities where !entity.isAbstract {
        sum += count(entity.id)
        try context.output.writeLine("\(entity.name): \(count(entity.id))")
      }
      try context.output.writeLine("all: \(sum)")
      return .success
    }
  )
}
