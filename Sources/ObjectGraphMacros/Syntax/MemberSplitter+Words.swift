extension MemberSplitter {
  static let typeKeywords: Set<String> = ["class", "struct", "enum", "actor", "protocol", "extension"]

  static let memberKeywords: Set<String> = [
    "var", "let", "func", "init", "deinit", "subscript", "typealias", "associatedtype", "case", "import",
    "operator", "precedencegroup", "macro",
  ]

  static let modifierNames: Set<String> = [
    "public", "private", "fileprivate", "internal", "package", "open", "static", "class", "final", "lazy",
    "weak", "unowned", "override", "required", "convenience", "dynamic", "optional", "mutating",
    "nonmutating", "nonisolated", "indirect", "infix", "prefix", "postfix", "isolated", "sending",
    "distributed", "borrowing", "consuming", "__consuming", "_const", "async",
  ]

  /// Attributes whose parentheses hold no expressions.
  static let attributesOfTheLanguage: Set<String> = [
    "available", "backDeployed", "_spi", "objc", "convention", "inline", "exclusivity", "storageRestrictions",
    "abi", "specialize", "_specialize",
  ]
}
