extension ModelMacro {
  /// Whether the class body declares a designated initializer, under whatever condition.
  var hasDesignatedInitializer: Bool {
    Self.hasInitializer(type.members) { isConvenience in !isConvenience }
  }

  private static func hasInitializer(_ members: [Member], where matches: (Bool) -> Bool) -> Bool {
    members.contains { member in
      switch member {
      case .initializer(_, let isConvenience): matches(isConvenience)
      case .conditional(let conditional):
        conditional.clauses.contains { hasInitializer($0.members, where: matches) }
      case .variable, .macro, .operatorFunction, .other: false
      }
    }
  }

  /// The properties for which an initializer would have to give a value.
  var propertiesWithoutValue: [PersistedProperty] {
    layout.properties.map(\.property).filter(\.needsValue)
  }

  /// A class without initializers has `init()` in plain Swift; the generated initializer would take
  /// it away, so it is given back.
  var needsEmptyInitializer: Bool { isRoot && inheritsInitializers }

  /// Whether the initializer that the library calls has to be written.
  ///
  /// A subclass that adds nothing to initialize inherits all initializers of its superclass, but only
  /// as long as it has none itself: there the inherited one serves, and slots begin with defaults.
  var needsBackingInitializer: Bool { isRoot || !inheritsInitializers }

  private var inheritsInitializers: Bool { !hasDesignatedInitializer && propertiesWithoutValue.isEmpty }
}
