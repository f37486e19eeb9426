import LogStore

/// `storectl dump`.
struct DumpCommand {
  let path: String
  /// Names of entities; empty for all.
  let entities: [String]
  /// Where the key of sealed values is; nil if they stay sealed.
  let encryption: StoreOptions.Encryption?
  /// Whether values in files of their own are left out.
  let omitsBlobs: Bool
  /// Whether the schema comes first.
  let hasSchema: Bool
  let io: any StorageIO

  func run(_ output: TextOutput) throws -> ObjectDump {
    let state = try StoreInspection(at: path, io: io).state(openingWith: encryption)
    let wanted = try wantedEntities(state.catalog)
    let dump = ObjectDump(state, omitsBlobs: omitsBlobs, to: output.write)
    if hasSchema { dump.appendSchema(objects: count(of: wanted, state)) }
    try dump.appendAll { wanted?.contains($0) ?? true }
    return dump
  }

  private func count(of wanted: Set<EntityID>?, _ state: IndexState) -> Int {
    state.extents.enumerated().reduce(0) { sum, extent in
      let isWanted = wanted?.contains(EntityID(rawValue: UInt16(truncatingIfNeeded: extent.offset))) ?? true
      return isWanted ? sum + extent.element.count : sum
    }
  }

  /// The named entities and all below them; nil for all.
  private func wantedEntities(_ catalog: Catalog) throws(UsageError) -> Set<EntityID>? {
    guard !entities.isEmpty else { return nil }
    var wanted: Set<EntityID> = []
    for name in entities {
      guard let entity = catalog.entity(named: name) else {
        throw .unknownEntity(name, catalog)
      }
      wanted.formUnion(catalog.family(of: entity.id))
    }
    return wanted
  }
}

extension Command {
  static let dump = Command(
    name: "dump",
    operands: ["STORE"],
    summary: "all objects, one JSON object a line",
    options: [
      CommandOption(
        name: "entity",
        value: "NAME",
        summary: "only objects of that entity and of those below it",
        isRepeated: true
      ),
      CommandOption(name: "schema", summary: "the schema in the first line, for 'storectl load'"),
      CommandOption(name: "no-blobs", summary: "values in files of their own only by name"),
      CommandOption(name: "decrypt", summary: "sealed values in clear; needs their key"),
    ] + CommandOption.keySources,
    answer: .lines,
    details: """
      Prints all objects by rising id, one JSON object a line. The same content gives the
      same bytes, whether or not the store was compacted.

        {"id":7,"entity":"Voyage","values":{"harbour":"Bergen"},"relationships":{"ship":3}}

      'values' has every stored attribute, 'relationships' the id at the other end of a
      to-one (or null) and the ids of a to-many in their order. The kinds of values, which
      'storectl schema' names, are written so that nothing is lost:

        no value            null
        bool                true, false
        integers            all digits, up to 64 bits; not every reader keeps them all
        float, double       shortest digits that read back the same; "NaN" (with other
                            bits "NaN:0x7ff8000000000001"), "Infinity", "-Infinity"
        date                seconds since 2001-01-01 00:00 UTC, as a double
        string, url         a string; nothing is normalised
        data                base64
        uuid                upper-case text
        decimal             "-1234e-2": integer and power of ten; "NaN"; a form that is
                            not the usual one: "0x" and its 20 bytes
        structured, opaque  JSON: objects, arrays, strings, true, false, null; an integer
                            is signed, a number with '.' or 'e' a double; all else is an
                            object with one key: {"$uint":5} {"$float":0.5} {"$double":"NaN"}
                            {"$date":0.0} {"$data":"…"} {"$uuid":"…"} {"$decimal":"…"}
                            {"$url":"…"}, and {"$bytes":"…"} in base64 for what cannot be
                            read and for a value that is null itself; a key of the value's
                            own that begins with $ has one more
        sealed              {"$sealed":"…"} in base64; with --decrypt as all others
        external            as all others; with --no-blobs {"$external":"…"}, the name of
                            the file in base64, for what is in a file of its own

      A file of a value that is missing or damaged is reported, and given by its name.

      Exit codes: 0 all is there, 2 some files of values are missing or damaged.
      """,
    run: {
      let command = DumpCommand(
        path: $0.path,
        entities: $0.arguments.values("entity"),
        encryption: $0.arguments.has("decrypt") ? try $0.encryption() : nil,
        omitsBlobs: $0.arguments.has("no-blobs"),
        hasSchema: $0.arguments.has("schema"),
        io: $0.io
      )
      return try $0.end(command.run($0.output))
    }
  )
}
