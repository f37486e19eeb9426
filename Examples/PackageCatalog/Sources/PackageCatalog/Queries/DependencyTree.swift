import ControlFile
import ObjectGraph

/// What a package needs, or what needs it, to a given depth.
///
/// The first level shows relations of every kind; further levels follow Pre-Depends and Depends alone, as only
/// these have to be met. A package that comes up again is named but not followed again, so cycles end.
public struct DependencyTree {
  /// One line of the tree.
  public struct Line: Equatable, Sendable {
    /// How deep the line stands, from 1.
    public var level: Int
    /// What it says.
    public var text: String
  }

  private let isReversed: Bool
  private let depth: Int
  private var seen: Set<String> = []
  private var lines: [Line] = []

  private init(isReversed: Bool, depth: Int) {
    self.isReversed = isReversed
    self.depth = depth
  }

  /// The lines below a package.
  public static func lines(of package: Package, isReversed: Bool, depth: Int) -> [Line] {
    var tree = DependencyTree(isReversed: isReversed, depth: depth)
    tree.visit(package)
    return tree.lines
  }

  /// Walks without recursion: a chain of packages can be longer than the stack is deep.
  private mutating func visit(_ root: Package) {
    seen.insert(root.label)
    var pending = steps(from: root, level: 1)
    while let step = pending.popLast() {
      guard step.level < depth, !step.next.isEmpty else {
        lines.append(Line(level: step.level, text: step.text))
        continue
      }
      let fresh = step.next.filter { !seen.contains($0.label) }
      let repeats = fresh.isEmpty ? " (see above)" : ""
      lines.append(Line(level: step.level, text: step.text + repeats))
      for package in fresh.reversed() where seen.insert(package.label).inserted {
        pending += steps(from: package, level: step.level + 1)
      }
    }
  }

  private struct Step {
    var level: Int
    var text: String
    var next: [Package]
  }

  /// The lines of one package, the last one first, as a stack wants them.
  private func steps(from package: Package, level: Int) -> [Step] {
    (isReversed ? reverseSteps(package, level) : forwardSteps(package, level)).reversed()
  }

  private func forwardSteps(_ package: Package, _ level: Int) -> [Step] {
    let rows = package.dependencies.filter { level == 1 || $0.kind.isRequired }.sorted {
      $0.position < $1.position
    }
    var steps: [Step] = []
    var previous: Dependency?
    for row in rows {
      let next = row.kind.isRequired ? row.target.map { [$0] } ?? [] : []
      if let last = previous, last.kind == row.kind, last.group == row.group {
        steps[steps.count - 1].text += " | " + row.annotatedText
        steps[steps.count - 1].next += next
      } else {
        steps.append(Step(level: level, text: "\(row.kind.rawValue): \(row.annotatedText)", next: next))
      }
      previous = row
    }
    return steps
  }

  private func reverseSteps(_ package: Package, _ level: Int) -> [Step] {
    var found: [(owner: Package, row: Dependency)] = []
    for row in package.dependents where level == 1 || row.kind.isRequired {
      if let owner = row.owner { found.append((owner, row)) }
    }
    found.sort { left, right in
      (left.owner.name, left.owner.architecture, left.row.position)
        < (right.owner.name, right.owner.architecture, right.row.position)
    }
    return found.map { owner, row in
      let next = row.kind.isRequired ? [owner] : []
      return Step(level: level, text: "\(owner.name) \(row.kind.rawValue): \(row.text)", next: next)
    }
  }
}

extension Package {
  /// Name and architecture, which identify a package in messages and output.
  public var label: String { "\(name):\(architecture)" }
}

extension Dependency {
  /// The relation, with a remark where its target is only a name or has a version that does not do.
  fileprivate var annotatedText: String {
    guard let target, kind.isRequired || kind == .recommends || kind == .suggests else { return text }
    if target is VirtualPackage { return text + " (virtual)" }
    guard let constraint = constraint.flatMap(VersionConstraint.init) else { return text }
    if constraint.isSatisfied(by: DebianVersion(target.version)) { return text }
    return text + " (not met by \(target.version))"
  }
}
