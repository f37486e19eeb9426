import LogStore

/// What a store holds, as text.
enum StoreText {
  /// All objects of a version, a line each, in the form of `storectl dump`.
  static func dump(_ state: IndexState) throws -> String {
    let output = Output()
    let dump = ObjectDump(state) { output.bytes += $0 }
    try state.kinds.forEachRun { start, kinds throws(any Error) in
      for (index, kind) in kinds.enumerated() where kind != 0 && kind != IndexState.edgeKind {
        try dump.append(ObjectID(rawValue: start + UInt64(index)))
      }
      return true
    }
    try dump.flush()
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private final class Output {
    var bytes: [UInt8] = []
  }

  /// All objects of the store at a path.
  static func dump(at path: String, _ io: any StorageIO) throws -> String {
    try dump(StoreInspection(at: path, io: io).state(openingWith: nil))
  }
}
