/// A property that is stored in the database, with the texts that its expansion needs.
struct PersistedProperty {
  /// The name as written, back-ticks included.
  var name: String
  /// The type as written, without the exclamation mark of `T!`; nil if it is inferred.
  var type: String?
  /// The initial value as written.
  var initializer: String?
  var isOptional: Bool
  var variable: VariableDeclaration

  /// Nil unless the variable is one that can be persisted.
  init?(_ variable: VariableDeclaration, in source: SourceText) {
    guard variable.bindings.count == 1, let binding = variable.bindings.first, let name = binding.name else {
      return nil
    }
    self.name = name
    self.variable = variable
    self.initializer = binding.initializer.map { source[$0] }
    self.isOptional = false
    guard let type = binding.type.map({ source[$0] }) else { return }
    if type.hasSuffix("!") {
      self.type = "Swift.Optional<\(type.dropLast())>"
      self.isOptional = true
    } else {
      self.type = type
      let squeezed = type.filter { !$0.isWhitespace }
      self.isOptional =
        type.hasSuffix("?") || squeezed.hasPrefix("Optional<") || squeezed.hasPrefix("Swift.Optional<")
    }
  }

  var slot: String { Names.slot(name) }

  /// Whether an initializer of the class has to give the value.
  var needsValue: Bool { initializer == nil && !isOptional }

  /// The expression that makes an empty slot of the right kind for the property's type.
  var slotExpression: String {
    if let type { return "ObjectGraph._slot((\(type)).self)" }
    return "ObjectGraph._slot(of: \(initializer ?? ""))"
  }

  /// The initial value, if it is a literal of a number, a text or a truth value: the schema keeps it for
  /// records from before the property was there. Other expressions may differ from one run to the next.
  var literalDefault: String? {
    guard let initializer else { return nil }
    var lexer = Lexer(SourceText(initializer))
    var token = lexer.next()
    let isNegative = token.kind == .operator && initializer.hasPrefix("-")
    if isNegative { token = lexer.next() }
    let isLiteral =
      switch token.kind {
      case .number: true
      // A text with an interpolation is none; one with another escape and a parenthesis is passed over too.
      case .string: !isNegative && !(initializer.contains("\\") && initializer.contains("("))
      case .identifier: initializer == "true" || initializer == "false"
      default: false
      }
    return isLiteral && lexer.next().kind == .endOfFile ? initializer : nil
  }

  var observers: (willSet: AccessorBlock.Observer?, didSet: AccessorBlock.Observer?)? {
    guard case .observed(let willSet, let didSet)? = variable.bindings[0].accessors?.kind else { return nil }
    return (willSet, didSet)
  }

  /// Whether the value is surely of a fixed size, so that changing it in place saves nothing.
  var isScalar: Bool {
    if let type {
      return Self.scalarTypes.contains(type.hasSuffix("?") ? String(type.dropLast()) : type)
    }
    guard let initializer else { return false }
    return initializer == "true" || initializer == "false"
      || initializer.utf8.allSatisfy {
        Lexer.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      }
  }

  private static let scalarTypes: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float",
    "Bool", "Date", "UUID", "Decimal", "CGFloat", "TimeInterval",
  ]
}
