public import ControlFile
public import ObjectGraph

/// One alternative of one relation of a package to others: `Depends: a (>= 1.2) | b` is two of them.
@Model public final class Dependency {
  /// The importer asks for those without a target until there are none.
  #Index<Dependency>([\.target])

  /// The field that it stands in.
  public var kind: RelationKind
  /// The number of its term in the field; alternatives share it.
  public var group: Int
  /// Its place among all relations of the owner.
  public var position: Int
  /// The name that the owner wrote. It stays when the target goes, so the target can be found again.
  public var targetName: String
  /// The part behind the colon of `name:any`, or nil.
  public var targetArchitecture: String?
  /// The condition on the version, such as `>= 1.2`, or nil.
  public var constraint: String?
  /// The architectures that the relation is limited to, separated by spaces, or nil.
  public var restrictions: String?
  /// The package that says so.
  public var owner: Package?
  /// The package of that name, or nil while none has been looked for.
  public var target: Package?

  /// Makes the row for one relation of a package.
  public init(_ relation: Relation, position: Int, owner: Package) {
    kind = relation.kind
    group = relation.group
    self.position = position
    targetName = relation.name
    targetArchitecture = relation.architecture
    constraint = relation.constraint?.description
    restrictions = relation.restrictionText
    self.owner = owner
  }

  /// Takes over a relation that now stands at this row's position, and forgets a target of another name.
  ///
  /// - Returns: whether anything changed.
  func update(from relation: Relation) -> Bool {
    var changed = assign(relation.kind, to: \.kind)
    changed = assign(relation.group, to: \.group) || changed
    changed = assign(relation.constraint?.description, to: \.constraint) || changed
    changed = assign(relation.restrictionText, to: \.restrictions) || changed
    let renamed = assign(relation.name, to: \.targetName)
    let requalified = assign(relation.architecture, to: \.targetArchitecture)
    if renamed || requalified { target = nil }
    return changed || renamed || requalified
  }

  /// The relation as a control file writes it, without the field's name.
  public var text: String {
    var text = targetName
    if let targetArchitecture { text += ":" + targetArchitecture }
    if let constraint { text += " (\(constraint))" }
    if let restrictions { text += " [\(restrictions)]" }
    return text
  }
}

extension Relation {
  /// The words between the square brackets as one text, or nil.
  fileprivate var restrictionText: String? {
    restrictions.isEmpty ? nil : restrictions.joined(separator: " ")
  }
}
