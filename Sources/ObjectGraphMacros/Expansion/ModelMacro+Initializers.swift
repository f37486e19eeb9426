extension ModelMacro {
  /// Whether the class body declares an initializer, under whatever condition.
  var hasInitializer: Bool { Self.hasInitializer(type.members) }

  private static func hasInitializer(_ members: [Member]) -> Bool {
    members.contains { member in
      switch member {
      case .initializer: true
      case .conditional(let conditional): conditional.clauses.contains { hasInitializer($0.members) }
      case .variable, .macro, .other: false
      }
    }
  }

  /// The properties for which an initializer would have to give a value.
  var propertiesWithoutValue: [PersistedProperty] {
    layout.properties.map(\.property).filter(\.needsValue)
  }

  /// A class without initializers has `init()` in plain Swift; the generated initializer would take
  /// it away, so it is given back.
  var needsEmptyInitializer: Bool { isRoot && !hasInitializer && propertiesWithoutValue.isEmpty }
}
