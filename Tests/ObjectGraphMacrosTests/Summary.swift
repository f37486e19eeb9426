@testable import ObjectGraphMacros

/// Writes a member as one short line, so that a table of declarations can be read.
struct Summary {
  private let source: SourceText

  init(_ source: SourceText) {
    self.source = source
  }

  func lines(_ member: Member) -> [String] {
    switch member {
    case .variable(let variable): [line(variable)]
    case .macro(let macro): [line(macro)]
    case .conditional(let conditional):
      conditional.clauses.flatMap { [source[$0.directive]] + $0.members.flatMap(lines) } + ["#endif"]
    case .initializer(_, let isConvenience): [isConvenience ? "convenience init" : "init"]
    case .operatorFunction(let name, _): ["operator \(name)"]
    case .other: ["other"]
    }
  }

  private func line(_ variable: VariableDeclaration) -> String {
    var parts = ["\(Storage(variable))"]
    parts += variable.attributes.unconditional.map(text)
    for region in variable.attributes.regions {
      for clause in region.clauses {
        parts += [source[clause.directive]] + clause.attributes.map(text)
      }
      parts.append("#endif")
    }
    parts += variable.modifiers.map { $0.name + ($0.detail.map { "(\($0))" } ?? "") }
    parts.append(variable.isLet ? "let" : "var")
    parts.append(variable.bindings.map(text).joined(separator: ", "))
    return parts.joined(separator: " ")
  }

  private func text(_ attribute: Attribute) -> String {
    guard attribute.hasParentheses else { return "@" + attribute.name }
    return "@\(attribute.name)(\(attribute.arguments.map(text).joined(separator: "; ")))"
  }

  private func text(_ argument: Argument) -> String {
    (argument.label.map { $0 + ": " } ?? "") + source[argument.value]
  }

  private func text(_ binding: Binding) -> String {
    var text = source[binding.pattern]
    if let type = binding.type { text += ": " + source[type] }
    if let initializer = binding.initializer { text += " = " + source[initializer] }
    switch binding.accessors?.kind {
    case .computed: text += " {computed}"
    case .observed(let willSet, let didSet):
      text += " {observed" + (willSet == nil ? "" : " will") + (didSet == nil ? "" : " did") + "}"
    case nil: break
    }
    return text
  }

  private func line(_ macro: MacroExpansionMember) -> String {
    let generics = macro.genericArguments.map { "<\(source[$0])>" } ?? ""
    return "#\(macro.name)\(generics) " + macro.arguments.map(text).joined(separator: " ")
  }
}
