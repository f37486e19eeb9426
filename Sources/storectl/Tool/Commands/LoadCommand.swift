import LogStore

/// `storectl load`.
struct LoadCommand {
  /// Bytes of a file that are read at a time.
  private static let part = 256 << 10

  let context: Command.Context

  func run() throws {
    let report = try StoreLoad.run(
      try source(),
      into: context.path,
      encryption: try encryption(),
      io: context.io
    )
    try context.answer(["objects": JSONDocument(report.objects), "lines": JSONDocument(report.lines)]) {
      try $0.writeLine("\(context.path): \(report.objects) objects loaded from \(report.lines) lines")
    }
  }

  private func encryption() throws -> StoreOptions.Encryption {
    guard context.arguments.has("no-encryption") else { return try context.encryption() }
    for option in ["key-file", "passphrase-file"] where context.arguments.has(option) {
      throw UsageError("'--no-encryption' and '--\(option)' exclude each other")
    }
    return .disabled
  }

  /// Gives the next bytes of the file or of the standard input.
  private func source() throws -> () throws -> [UInt8] {
    let name = context.arguments.operand("FILE") ?? ""
    guard name != "-" else { return context.input }
    let file: any StorageFile
    do {
      file = try context.io.open(name, .readOnly)
    } catch {
      throw UsageError("the dump cannot be read: \(error)")
    }
    var offset: UInt64 = 0
    return {
      let bytes = try file.read(count: Self.part, at: offset)
      offset += UInt64(bytes.count)
      return bytes
    }
  }
}

extension Command {
  static let load = Command(
    name: "load",
    operands: ["FILE", "STORE"],
    summary: "make a store of a dump",
    options: [
      CommandOption(name: "no-encryption", summary: "keep in clear what the schema wants encrypted")
    ] + CommandOption.keySources,
    answer: .document(
      """
      {"objects", "lines"}
      """
    ),
    isLong: true,
    details: """
      Reads a dump from FILE, or from the standard input if FILE is '-', and makes a store of
      it: the same objects with the same ids, values and order, so that a dump of the new
      store is the same text.

        storectl dump --schema old.store | storectl load - new.store

      The first line is the schema that 'dump --schema' prints. Without it, STORE has to be a
      store that has a schema. Objects may come in any order. What breaks a rule of the
      schema (a value of another kind, an object that is referred to and missing, ends of a
      relationship that do not agree, too many or too few objects in one, values that have
      to be unique) is refused with line and column.

      If nothing is at STORE (or an empty directory), the store is built in the directory
      'STORE.loading' and takes its name when all is loaded: there is all of it or nothing.
      A store that is there already must have no objects; after a failure it keeps what was
      loaded before, and the message says how much that is.

      Values of attributes that ask for encryption have to be in clear in the dump ('dump
      --decrypt') and are sealed again: in a new store under the key that the options name,
      or the one that a program without settings of its own would take.

      Exit codes: 65 if the dump is to blame.
      """,
    run: {
      try LoadCommand(context: $0).run()
      return .success
    }
  )
}
