package import LogStore

/// How `storectl` ends, for scripts.
package enum ExitCode: Int32, Sendable, CaseIterable {
  /// Done; for `check` and `map`: nothing wrong.
  case success = 0
  /// `check` or `map` found nothing but a write that a crash cut off.
  case tornTail = 1
  /// Bytes of the store are not what was written.
  case corruption = 2
  /// There is no key for the sealed values, or not the right one.
  case key = 3
  /// There is no store at the path, or one of a newer format.
  case noStore = 4
  /// Another process writes to the store.
  case locked = 5
  /// The system refused to read or write: no permission, no space, a device that failed.
  case inputOutput = 6
  /// There is no such object.
  case notFound = 7
  /// The command line was not understood.
  case usage = 64
  /// `load`: the text is no dump, or its objects break a rule of their schema.
  case dataError = 65

  /// What an error of the store means.
  package init(_ code: StoreError.Code) {
    switch code {
    case .storeMissing, .notAStore, .newerFormat: self = .noStore
    case .storeLocked: self = .locked
    case .keyMissing, .wrongKey: self = .key
    case .superblockCorrupt, .walCorrupt, .segmentCorrupt, .checkpointCorrupt, .recordCorrupt,
      .catalogCorrupt, .keysCorrupt, .sealCorrupt, .blobMissing, .blobDamaged:
      self = .corruption
    default: self = .inputOutput
    }
  }
}

extension ExitCode {
  /// For help texts.
  var meaning: String {
    switch self {
    case .success: "done; for check and map: nothing wrong"
    case .tornTail: "check or map found nothing but a write that a crash cut off (a torn tail)"
    case .corruption: "bytes of the store are damaged"
    case .key: "no key for sealed values, or the wrong one"
    case .noStore: "no store at the path, or one of a newer format"
    case .locked: "another process writes to the store"
    case .inputOutput: "cannot read or write: no permission, no space, a device that failed"
    case .notFound: "get: there is no object with that id"
    case .usage: "the command line was not understood"
    case .dataError: "load: the text is no dump, or its objects break a rule of the schema"
    }
  }
}
