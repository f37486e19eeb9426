/// Something that a repair could not bring over as it was.
public struct RepairLoss: Sendable, Hashable {
  /// What became of what.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An object is lost.
    case object
    /// An object has the values that it had before its newest changes.
    case olderVersion
    /// An object, or what looks like one, may be lost: only a damaged record speaks of it.
    case doubtful
    /// A target of a relationship is lost; it was taken out.
    case reference
    /// An external blob is missing or damaged; the object still names it.
    case blob
    /// Definitions of the schema are lost.
    case catalog
    /// What commits changed is not told any more.
    case history
    /// The data keys of sealed values are lost.
    case keys
    /// Commits may be missing.
    case log
    /// Bytes of a file cannot be read, and nothing else says what was in them.
    case bytes
    /// Something does not agree with the rules of a store, and was left as it is.
    case contradiction
  }

  /// What became of what.
  public var kind: Kind
  /// The object.
  public var object: ObjectID?
  /// Its entity, where that is known.
  public var entity: String?
  /// The attribute or relationship.
  public var property: String?
  /// The object at the other end.
  public var other: ObjectID?
  /// The file.
  public var path: String?
  /// Bytes of it.
  public var range: Range<UInt64>?
  /// What was found, in words.
  public var found: String

  init(
    _ kind: Kind,
    object: ObjectID? = nil,
    entity: String? = nil,
    property: String? = nil,
    other: ObjectID? = nil,
    path: String? = nil,
    range: Range<UInt64>? = nil,
    found: String
  ) {
    self.kind = kind
    self.object = object
    self.entity = entity
    self.property = property
    self.other = other
    self.path = path
    self.range = range
    self.found = found
  }

  static func log(_ path: String, _ found: String) -> RepairLoss {
    RepairLoss(.log, path: path, found: "commits may be missing: \(found)")
  }

  static func missing(_ path: String, _ found: String) -> RepairLoss {
    RepairLoss(.bytes, path: path, found: found)
  }
}

extension RepairLoss: CustomStringConvertible {
  /// One line.
  public var description: String {
    var text = "lost "
    switch kind {
    case .object: text = "lost object: "
    case .olderVersion: text = "older values: "
    case .doubtful: text = "perhaps lost: "
    case .reference: text = "cut off: "
    case .blob: text = "blob: "
    case .catalog: text = "schema: "
    case .history: text = "history: "
    case .keys: text = "keys: "
    case .log: text = "log: "
    case .bytes: text = "unreadable bytes: "
    case .contradiction: text = "left as it is: "
    }
    if let path {
      text += path
      if let range { text += ", bytes \(range.lowerBound)..<\(range.upperBound)" }
      text += ": "
    }
    if let object {
      text += (entity.map { "\($0) " } ?? "object ") + "\(object)"
      if let property { text += ".\(property)" }
      if let other { text += " → \(other)" }
      text += ": "
    }
    return text + found
  }
}
