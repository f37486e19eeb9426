/// The members that `@Model` adds to a class.
struct MemberText {
  private let model: ModelMacro
  private let access: String
  private let overridable: String

  init(_ model: ModelMacro) {
    self.model = model
    self.access = model.access
    self.overridable = model.overridableAccess
  }

  var text: String {
    var members: [String] = []
    if model.isRoot {
      members.append(
        "nonisolated(unsafe) \(access)final var _$header = ObjectGraph._ModelHeader()"
      )
    }
    if model.hidesOwnIdentity {
      members.append("\(access)typealias ID = ObjectGraph.PersistentIdentifier")
    }
    if model.needsBackingInitializer { members.append(backingInitializer) }
    if model.needsEmptyInitializer { members.append("init() {\n}") }
    members.append(
      function("_$encode(into record: inout ObjectGraph._RecordEncoder)", call: "_$encode(into: &record)") {
        property,
        _ in ["\(property.slot).encode(into: &record)"]
      }
    )
    members.append(
      function("_$decode(from record: inout ObjectGraph._RecordDecoder)", call: "_$decode(from: &record)") {
        property,
        _ in ["\(property.slot).decode(from: &record)"]
      }
    )
    members.append(
      function("_$visit(_ visitor: inout ObjectGraph._SlotVisitor)", call: "_$visit(&visitor)") {
        property,
        index in ["visitor.visit(\(property.slot), \(index.expression))"]
      }
    )
    members.append(SchemaText(model).function)
    members.append(keyPaths)
    members += indices
    return members.joined(separator: "\n")
  }

  private var backingInitializer: String {
    var lines = model.layout.lines { property, _ in
      var lines = ["\(property.slot) = .init()"]
      if property.needsValue { lines.append("\(Names.marker(property.name)) = .init()") }
      return lines
    }
    if model.isRoot {
      lines.insert("_$header = .init(_$backing)", at: 0)
    } else {
      lines.append("super.init(_$backing: _$backing)")
    }
    return Self.block("nonisolated \(access)required init(_$backing: ObjectGraph._Backing)", lines)
  }

  private func function(
    _ signature: String,
    call: String,
    _ make: (PersistedProperty, PropertyIndex) -> [String]
  ) -> String {
    var lines = model.layout.lines(make)
    if !model.isRoot { lines.insert("super.\(call)", at: 0) }
    let override = model.isRoot ? "" : "override "
    return Self.block("nonisolated \(overridable)\(override)func \(signature)", lines)
  }

  /// The key paths of all properties, for the class and those below it: the key path to a property of a superclass
  /// is another one for each subclass, which takes a generic function. For the class itself they are written out,
  /// so that they consist of the same parts as longer ones that a program writes. Behind the one from an object
  /// comes the one from an object that may be absent, of which longer ones are put together.
  private var keyPaths: String {
    let name = model.type.name
    let isFinal = model.type.hasModifier("final")
    let parameter = isFinal ? "(_ type: \(name).Type)" : "<_$M: \(name)>(_ type: _$M.Type)"
    var lines = [
      model.isRoot ? "var paths: [Swift.AnyKeyPath?] = []" : "var paths = super._$keyPaths(type)"
    ]
    if !isFinal {
      lines += ["guard type == \(name).self else {"] + collected(keyPathLines(of: "_$M"))
      lines += ["return paths", "}"]
    }
    lines += collected(keyPathLines(of: name)) + ["return paths"]
    let head = "nonisolated \(access)static func _$keyPaths"
    return Self.block("\(head)\(parameter) -> [Swift.AnyKeyPath?]", lines)
  }

  /// Statements that may have to be on the main actor.
  private func collected(_ lines: [String]) -> [String] {
    guard model.isIsolatedToMainActor else { return lines }
    return ["paths += ObjectGraph._keyPaths { @MainActor in", "var paths: [Swift.AnyKeyPath?] = []"] + lines
      + ["return paths", "}"]
  }

  private func keyPathLines(of type: String) -> [String] {
    model.layout.lines { property, _ in
      let name = property.name
      let keyPaths =
        model.hasKeyPath(property) ? ["\\\(type).\(name)", "\\\(type)?.?.\(name)"] : ["nil", "nil"]
      return keyPaths.map { "paths.append(\($0))" }
    }
  }

  /// The index of a property among all of the object, and how many there are.
  ///
  /// A function and no sum in each accessor: operators cost the type checker a millisecond each.
  private var indices: [String] {
    let index = model.isRoot ? "own" : "super._$next + own"
    let keyword = model.isRoot ? (model.type.hasModifier("final") ? "static" : "class") : "override class"
    let size = model.layout.size.ownExpression
    let next = model.isRoot ? size : "super._$next + \(size)"
    var members = [
      "nonisolated private static func _$index(_ own: Swift.Int) -> Swift.Int { \(index) }",
      "nonisolated \(overridable)\(keyword) var _$next: Swift.Int { \(next) }",
    ]
    if !model.layout.blocks.isEmpty { members.append(conditionalSizes) }
    return members
  }

  /// A function that tells how many properties the active clause of each conditional block has.
  private var conditionalSizes: String {
    var lines = ["switch block {"]
    for block in model.layout.blocks {
      lines.append("case \(block.number):")
      for clause in block.clauses {
        lines += [clause.directive, "return \(clause.size.ownExpression)"]
      }
      if !(block.clauses.last?.directive.hasPrefix("#else") ?? false)
        || block.clauses.last?.directive.hasPrefix("#elseif") ?? false
      {
        lines += ["#else", "return 0"]
      }
      lines.append("#endif")
    }
    lines += ["default: return 0", "}"]
    return Self.block("nonisolated private static func _$conditional(_ block: Swift.Int) -> Swift.Int", lines)
  }

  /// A function body, indented except for conditional directives.
  static func block(_ head: String, _ lines: [String]) -> String {
    ([head + " {"] + lines.map { $0.hasPrefix("#") ? $0 : "  " + $0 } + ["}"]).joined(separator: "\n")
  }
}
