/// One alternative of a relation field: `libc6:any (>= 2.36) [amd64]`.
public struct Relation: Equatable, Hashable, Sendable {
  /// The field it stands in.
  public var kind: RelationKind
  /// Counts the comma-separated terms of the field from 0; alternatives (`a | b`) share a number.
  public var group: Int
  /// The package or virtual package that is named.
  public var name: String
  /// The part behind the colon of `name:any`, or nil.
  public var architecture: String?
  /// The condition on its version, or nil.
  public var constraint: VersionConstraint?
  /// The words between square brackets, which limit the relation to some architectures; empty if absent.
  public var restrictions: [String]

  /// Makes a relation of its parts.
  public init(
    _ kind: RelationKind,
    group: Int = 0,
    _ name: String,
    architecture: String? = nil,
    constraint: VersionConstraint? = nil,
    restrictions: [String] = []
  ) {
    self.kind = kind
    self.group = group
    self.name = name
    self.architecture = architecture
    self.constraint = constraint
    self.restrictions = restrictions
  }

  /// Reads a whole field, such as `a (>= 1.2) | b:any, c [amd64]`.
  ///
  /// Empty terms, which a trailing comma leaves, are skipped.
  /// - Returns: nil if a term does not have the form of a relation.
  public static func parse(_ field: String, kind: RelationKind) -> [Relation]? {
    var relations: [Relation] = []
    let complete = append(Array(field.utf8)[...], kind: kind, to: &relations)
    return complete ? relations : nil
  }

  /// Reads a field's bytes and appends its relations. Returns false at the first term that has another form.
  static func append(_ bytes: ArraySlice<UInt8>, kind: RelationKind, to relations: inout [Relation]) -> Bool {
    var scanner = RelationScanner(bytes)
    var group = 0
    scanner.skipSpace()
    while !scanner.isAtEnd {
      if scanner.take(0x2C) {
        group += 1
      } else if !scanner.take(0x7C) {
        guard let relation = scanner.relation(kind: kind, group: group), scanner.isAtTermEnd else {
          return false
        }
        relations.append(relation)
      }
      scanner.skipSpace()
    }
    return true
  }
}
