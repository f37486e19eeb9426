import LogStore

/// `storectl blobs`.
struct BlobsCommand {
  let context: Command.Context
  private let state: IndexState

  init(_ context: Command.Context) throws {
    self.context = context
    state = try StoreInspection(at: context.path, io: context.io).state(openingWith: nil)
  }

  // MARK: List and verify

  func list() throws -> ExitCode {
    var blobs: [(reference: BlobReference, place: BlobPlace)] = []
    try forEachBlob { blobs.append(($0, $1)) }
    try context.answer(["blobs": .array(blobs.map { Self.document($0.reference, $0.place) })]) { output in
      for (reference, place) in blobs {
        try output.writeLine(
          "\(reference.id) \(reference.length) bytes, object \(place.object),"
            + " \(place.entity).\(place.attribute)"
        )
      }
    }
    return .success
  }

  private static func document(_ reference: BlobReference, _ place: BlobPlace) -> JSONDocument {
    [
      "blob": .string("\(reference.id)"), "bytes": JSONDocument(reference.length),
      "object": JSONDocument(place.object.rawValue), "entity": .string(place.entity),
      "attribute": .string(place.attribute),
    ]
  }

  func verify() throws -> ExitCode {
    var findings: [CheckFinding] = []
    var whole = 0
    try forEachBlob { reference, place in
      do throws(StoreError) {
        try state.openBlob(reference, of: place).verify()
        whole += 1
      } catch {
        findings.append(
          CheckFinding(
            error.code == .inputOutput ? .unreadable : .corruption,
            path: error.path,
            offset: error.offset,
            found: "\(error.found) (\(place.entity).\(place.attribute) of object \(place.object))"
          )
        )
      }
    }
    let unreadable = findings.count { $0.severity == .unreadable }
    let damaged = findings.count - unreadable
    let document: JSONDocument = [
      "whole": JSONDocument(whole), "findings": .array(findings.map { JSONDocument($0) }),
    ]
    try context.answer(document) { output in
      for finding in findings { try output.write(finding) }
      var line = "\(context.path): \(whole) blobs verified"
      if damaged > 0 { line += ", \(damaged) missing or damaged" }
      if unreadable > 0 { line += ", \(unreadable) that the system refuses to read" }
      try output.writeLine(line)
    }
    return damaged > 0 ? .corruption : unreadable > 0 ? .inputOutput : .success
  }

  /// Visits the blobs in the order of their names.
  private func forEachBlob(_ body: (BlobReference, BlobPlace) throws -> Void) throws {
    var cursor = state.blobs.cursor()
    while let (key, owner) = cursor.next() {
      guard let (reference, place) = try state.blob(key.id, of: ObjectID(rawValue: owner)) else { continue }
      try body(reference, place)
    }
    try state.refuseIfDamaged()
  }

  // MARK: Extract

  func extract(_ number: String, _ attribute: String, to target: String) throws -> ExitCode {
    guard let raw = UInt64(number), raw > 0 else {
      throw UsageError("an id is a number from 1 on, and '\(number)' was given")
    }
    let id = ObjectID(rawValue: raw)
    guard let entity = state.entity(of: id) else {
      return try miss("the store \(context.path) has no object with id \(number)")
    }
    guard let definition = state.catalog.attribute(named: attribute, of: entity) else {
      throw UsageError("\(state.catalog.name(of: entity)) has no attribute '\(attribute)'")
    }
    guard definition.flags.contains(.external), !definition.flags.contains(.sealed) else {
      throw UsageError(
        "\(state.catalog.name(of: entity)).\(attribute) is never in a file of its own; see 'storectl get'"
      )
    }
    switch try state.externalValue(definition.id, of: id) {
    case nil:
      return try miss("\(state.catalog.name(of: entity)).\(attribute) of object \(number) has no value")
    case .bytes(let bytes)?:
      try write(to: target) { write in
        try bytes.withUnsafeBytes { try write($0) }
      }
    case .blob(let reference, let place)?:
      let reader = try state.openBlob(reference, of: place)
      try write(to: target) { write in
        var failure: (any Error)?
        try reader.forEachPart(of: 0..<reader.length) { part throws(StoreError) in
          do { try write(part) } catch { failure = error }
          return failure == nil
        }
        if let failure { throw failure }
      }
    }
    return .success
  }

  /// Writes to standard output, or to a new file, of which nothing is left after a failure.
  private func write(
    to target: String,
    _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    guard target != "-" else { return try body { try context.output.write(Array($0)) } }
    let file: any StorageFile
    do {
      file = try context.io.open(target, .create)
    } catch {
      throw StoreError(error, tried: "write the value to a new file")
    }
    do {
      var offset: UInt64 = 0
      try body { part in
        try file.write(part, at: offset)
        offset += UInt64(part.count)
      }
      try file.sync()
    } catch {
      try? context.io.remove(target)  // the failure to report is the one before
      guard let error = error as? StorageIOError else { throw error }
      throw StoreError(error, tried: "write the value")
    }
    try context.answer(["path": .string(target)]) { try $0.writeLine("\(target): written") }
  }

  private func miss(_ message: String) throws -> ExitCode {
    try context.errors.writeLine("storectl: \(message)")
    try context.errors.flush()
    return .notFound
  }
}

extension Command {
  private static let blobActions = "list|verify|extract"

  static let blobs = Command(
    name: "blobs",
    operands: [blobActions, "STORE", "[ID]", "[ATTRIBUTE]", "[FILE]"],
    summary: "values in files of their own",
    answer: .document(
      """
      list: {"blobs": [{"blob", "bytes", "object", "entity", "attribute"}]}
      verify: {"whole", "findings": [{"severity", "path", "offset", "found", "objects"}]}
      extract: {"path"}; the value itself for '-'
      """
    ),
    details: """
        storectl blobs list STORE
        storectl blobs verify STORE
        storectl blobs extract STORE ID ATTRIBUTE FILE

      Large values of attributes with external storage lie in files of their own, blobs.
      'list' prints for each the name of its file, the bytes of the value, the object and the
      attribute. 'verify' reads every byte of all of them and names those that are missing
      or damaged. 'extract' writes the value of an attribute of one object to FILE, which must
      not exist, or to standard output for '-', whether it is in a blob or in its record,
      verifying it on the way; it takes some 64 KiB of memory however large the value is.

      Exit codes: 0 done; 2 a blob is missing or damaged; 6 one that the system refuses to
      read; 7 there is no such object, or it has no value there.
      """,
    run: { context in
      let arguments = context.arguments
      let further = ["ID", "ATTRIBUTE", "FILE"].compactMap { arguments.operand($0) }
      switch (arguments.operand(blobActions) ?? "", further.count) {
      case ("list", 0): return try BlobsCommand(context).list()
      case ("verify", 0): return try BlobsCommand(context).verify()
      case ("extract", 3):
        return try BlobsCommand(context).extract(further[0], further[1], to: further[2])
      case ("extract", _): throw UsageError("'blobs extract' takes STORE ID ATTRIBUTE FILE")
      case (let action, _) where action == "list" || action == "verify":
        throw UsageError("'blobs \(action)' takes STORE alone")
      case (let action, _):
        throw UsageError("'blobs' takes list, verify or extract, and '\(action)' was given")
      }
    }
  )
}
