import LogStore

/// `storectl count`.
struct CountCommand {
  let context: Command.Context

  func run() throws {
    let snapshot = try StoreInspection(at: context.path, io: context.io).snapshot()
    if context.arguments.operand("ENTITY") != nil {
      let question = try RecordQuestion(context, snapshot)
      let count = try question.view.count(question.query)
      return try context.answer(["objects": JSONDocument(count)]) { try $0.writeLine("\(count)") }
    }
    let counts = snapshot.catalog.entities.filter { !$0.isAbstract }
      .map { (name: $0.name, count: snapshot.count(of: $0.id)) }
    let sum = counts.reduce(0) { $0 + $1.count }
    let document: JSONDocument = [
      "objects": JSONDocument(sum),
      "entities": .array(counts.map { ["name": .string($0.name), "objects": JSONDocument($0.count)] }),
    ]
    try context.answer(document) { output in
      for (name, count) in counts { try output.writeLine("\(name): \(count)") }
      try output.writeLine("all: \(sum)")
    }
  }
}

extension Command {
  static let count = Command(
    name: "count",
    operands: ["[ENTITY]", "STORE", "[FILTER]"],
    summary: "how many objects there are",
    options: [.arguments],
    answer: .document(
      """
      {"objects": all or those of ENTITY,
       "entities": without ENTITY: [{"name", "objects"}]}
      """
    ),
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
