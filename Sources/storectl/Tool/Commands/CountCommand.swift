import LogStore

/// `storectl count`.
struct CountCommand {
  let context: Command.Context

  func run() throws {
    let snapshot = try StoreInspection(at: context.path, io: context.io).snapshot()
    if context.arguments.operand("ENTITY") != nil {
      let question = try RecordQuestion(context, snapshot)
      return try context.output.writeLine("\(try question.view.count(question.query))")
    }
    var sum = 0
    for entity in snapshot.catalog.entities where !entity.isAbstract {
      let count = snapshot.count(of: entity.id)
      sum += count
      try context.output.writeLine("\(entity.name): \(count)")
    }
    try context.output.writeLine("all: \(sum)")
  }
}

extension Command {
  static let count = Command(
    name: "count",
    operands: ["[ENTITY]", "STORE", "[FILTER]"],
    summary: "how many objects there are",
    options: [.arguments],
    details: """
      Prints each entity that has objects of its own with their number, and their sum. With
      ENTITY, one number: its objects and those of entities below it. With FILTER, those of
      them that fulfil a condition. Reads no object unless there is a filter.

      \(filterHelp)
      """,
    run: {
      try CountCommand(context: $0).run()
      return .success
    }
  )
}
