/// Something that a check found in a store.
public struct CheckFinding: Sendable, Hashable, CustomStringConvertible {
  /// What it means for the data.
  public enum Severity: Int, Sendable, Comparable {
    /// Nothing is lost or wrong; worth knowing.
    case note
    /// A write that a crash cut off; nothing that was acknowledged is missing.
    case tornTail
    /// The system refused to read something, so that nothing can be said about it.
    case unreadable
    /// Bytes are not what was written, or contradict each other.
    case corruption

    /// By rising weight.
    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
  }

  /// What it means for the data.
  public var severity: Severity
  /// The file or directory, if it can be named.
  public var path: String?
  /// The byte in that file.
  public var offset: UInt64?
  /// What was found, in words.
  public var found: String
  /// The objects concerned.
  public var objects: [ObjectID]

  /// Describes a finding.
  public init(
    _ severity: Severity,
    path: String? = nil,
    offset: UInt64? = nil,
    found: String,
    objects: [ObjectID] = []
  ) {
    self.severity = severity
    self.path = path
    self.offset = offset
    self.found = found
    self.objects = objects
  }

  /// What an error of recovery says, as a finding.
  init(_ error: StoreError) {
    self.init(
      error.code == .inputOutput ? .unreadable : .corruption,
      path: error.path,
      offset: error.offset,
      found: "could not \(error.tried): \(error.found)",
      objects: error.objects
    )
  }

  /// What kept a file from being looked at.
  init(_ error: StorageIOError) {
    self.init(error.isNoSuchEntry ? .corruption : .unreadable, path: error.path, found: error.description)
  }

  /// One line: severity, file, byte, what, objects.
  public var description: String {
    var text = "\(severity.label): "
    if let path { text += path + (offset.map { ", byte \($0)" } ?? "") + ": " }
    text += found
    guard !objects.isEmpty else { return text }
    text += objects.count == 1 ? " (object " : " (objects "
    text += objects.prefix(20).map(\.description).joined(separator: ", ")
    return text + (objects.count > 20 ? " and \(objects.count - 20) more)" : ")")
  }
}

extension CheckFinding.Severity {
  /// As it stands in messages.
  public var label: String {
    switch self {
    case .note: "note"
    case .tornTail: "torn tail"
    case .unreadable: "unreadable"
    case .corruption: "corruption"
    }
  }
}
