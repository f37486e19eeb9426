import LogStore

extension Command {
  static let get = Command(
    name: "get",
    operands: ["ID", "STORE"],
    summary: "one object, as dump prints it",
    options: [
      CommandOption(name: "no-blobs", summary: "values in files of their own only by name"),
      CommandOption(name: "decrypt", summary: "sealed values in clear; needs their key"),
    ] + CommandOption.keySources,
    answer: .lines,
    details: """
      Prints the object with an id, as one line of JSON in the form of 'storectl dump'.

      Exit codes: 0 found, 7 there is no object with that id.
      """,
    run: { context in
      let text = context.arguments.operand("ID") ?? ""
      guard let number = UInt64(text), number > 0 else {
        throw UsageError("an id is a number from 1 on, and '\(text)' was given")
      }
      let state = try StoreInspection(at: context.path, io: context.io)
        .state(openingWith: context.arguments.has("decrypt") ? try context.encryption() : nil)
      let id = ObjectID(rawValue: number)
      guard state.entity(of: id) != nil else {
        try context.errors.writeLine("storectl: the store \(context.path) has no object with id \(number)")
        try context.errors.flush()
        return .notFound
      }
      let dump = ObjectDump(
        state,
        isRising: false,
        omitsBlobs: context.arguments.has("no-blobs"),
        to: context.output.write
      )
      try dump.append(id)
      return try context.end(dump)
    }
  )
}
