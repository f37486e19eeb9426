import LogStore

/// `storectl keys`.
struct KeysCommand {
  let context: Command.Context

  func run() throws {
    let arguments = context.arguments
    let changes = ["add", "destroy", "change-to-file", "change-to-passphrase"].filter { arguments.has($0) }
    guard changes.count <= 1 else {
      throw UsageError("one change at a time: '--\(changes[0])' and '--\(changes[1])' were given")
    }
    switch changes.first {
    case nil: try list()
    case "add":
      let id = try change { store throws(StoreError) in try store.addDataKey() }
      try tell("add", "data key \(id) seals all values from now on", id)
    case "destroy":
      let text = arguments.value("destroy") ?? ""
      guard let id = UInt32(text) else {
        throw UsageError("'--destroy' takes the number of a data key, and '\(text)' was given")
      }
      try change { store throws(StoreError) in
        try store.destroyDataKey(id, losingValues: arguments.has("lose-values"))
      }
      try tell("destroy", "data key \(id) is destroyed", id)
    default:
      let next = try context.encryption("change-to-file", "change-to-passphrase")
      try change { store throws(StoreError) in try store.changeKey(to: next) }
      try tell(
        "changeKey",
        "the data keys are sealed under the new key; the one before opens nothing any more"
      )
    }
  }

  /// Says what was changed.
  private func tell(_ change: String, _ text: String, _ key: UInt32? = nil) throws {
    try context.answer(["change": .string(change), "key": JSONDocument(key) { JSONDocument($0) }]) {
      try $0.writeLine(text)
    }
  }

  private func change<Result>(_ body: (Store) throws(StoreError) -> Result) throws -> Result {
    try StoreChange(path: context.path, encryption: try context.encryption(), io: context.io).run(body)
  }

  private func list() throws {
    let inspection = try StoreInspection(at: context.path, io: context.io)
    let keys = try inspection.dataKeys()
    let isLost = keys.isEmpty && inspection.state.catalog.hasSealedLayouts
    let rows = keys.map {
      (id: $0.id, state: $0.state.rawValue, created: CalendarText.utc(milliseconds: $0.created))
    }
    let document: JSONDocument = [
      "keys": .array(
        rows.map {
          ["number": JSONDocument($0.id), "state": .string($0.state), "created": .string($0.created)]
        }
      ),
      "isFileMissing": JSONDocument(isLost),
    ]
    try context.answer(document) { output in
      if keys.isEmpty {
        try output.writeLine(
          isLost ? "the file KEYS is missing: no sealed value can be read" : "no data keys: nothing is sealed"
        )
      }
      for row in rows { try output.writeLine("\(row.id) \(row.state), made \(row.created)") }
    }
  }
}

extension Command {
  static let keys = Command(
    name: "keys",
    operands: ["STORE"],
    summary: "list, add, change and destroy keys of sealed values",
    options: [
      CommandOption(name: "add", summary: "make a data key for all values that are sealed from now on"),
      CommandOption(
        name: "destroy",
        value: "NUMBER",
        summary: "destroy a data key that no value is sealed under"
      ),
      CommandOption(name: "lose-values", summary: "with --destroy: even if values are sealed under the key"),
      CommandOption(
        name: "change-to-file",
        value: "FILE",
        summary: "seal the data keys under the key in FILE"
      ),
      CommandOption(
        name: "change-to-passphrase",
        value: "FILE",
        summary: "seal them under the passphrase in the first line of FILE"
      ),
    ] + CommandOption.keySources,
    answer: .document(
      """
      {"keys": [{"number", "state": primary, retired or destroyed, "created"}],
       "isFileMissing": whether values are sealed under keys that are not there}
      of a change: {"change": add, destroy or changeKey, "key": its number, or null}
      """
    ),
    details: """
      Values of attributes that ask for encryption are sealed under a data key, and the data
      keys under the key of the store, which is not in the store. Without an option the data
      keys are listed, which needs no key. The other calls write to the store and need its
      key: that of --key-file or --passphrase-file, or else the one that a program without
      settings of its own would take (see ModelConfiguration.Encryption).

      Values keep their data key until their object is saved again or until
      'storectl compact --reencrypt'.
      """,
    run: {
      try KeysCommand(context: $0).run()
      return .success
    }
  )
}
