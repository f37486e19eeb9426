import LogStore

/// A property as its class declares it, independent of any store.
struct PropertyShape: Sendable {
  /// What kind of slot the class has.
  enum Slot: Sendable {
    case attribute(ValueKind, typeName: String)
    case toOne(any PersistentModel.Type)
    case toMany(any PersistentModel.Type)
  }

  var name: String
  var index = 0
  var slot: Slot
  var isOptional: Bool
  var originalName: String?
  var hashModifier: String?
  var options: [Schema.Attribute.Option] = []
  var relationshipOptions: [Schema.Relationship.Option] = []
  var deleteRule = Schema.Relationship.DeleteRule.nullify
  var minimumCount: Int? = 0
  var maximumCount: Int? = 0
  var inverseName: String?
  /// Whether `@Relationship` stands at the property.
  var isDeclaredRelationship = false
  /// Value of records from before the property was there; null if its initial value is no constant.
  var defaultValue = StoredValue.null
  /// How programs name the property of the class that was described; nil if that is not known.
  var keyPath: PropertyKeyPath?
  /// Why the property cannot be stored.
  var problem: String?

  init(name: String, declaration: _SlotDeclaration) {
    self.name = name
    slot = declaration.slot
    isOptional = declaration.isOptional
    problem = declaration.problem
  }

  var destination: (any PersistentModel.Type)? {
    switch slot {
    case .attribute: nil
    case .toOne(let type), .toMany(let type): type
    }
  }

  var isToMany: Bool {
    if case .toMany = slot { return true }
    return false
  }

  /// Whether the value is to be encrypted.
  var isSealed: Bool { options.contains(.encrypt) || options.contains(.allowsCloudEncryption) }

  /// Whether large values can be in files of their own: data and text. Other types say `.externalStorage` in vain.
  var mayBeExternal: Bool {
    switch slot {
    case .attribute(.data, _), .attribute(.string, _): true
    default: false
    }
  }

  /// Takes a constant initial value, if it has a record kind of its own.
  mutating func apply<Value>(default value: Value) {
    guard case .attribute(let kind, _) = slot, kind != .structured, kind != .opaque else { return }
    defaultValue = ScalarValue.stored(value, store: nil) ?? .null
  }

  mutating func apply(_ options: [Schema.Attribute.Option]) {
    self.options = options
    guard case .attribute(.structured, let typeName) = slot else { return }
    let opaque = options.contains { option in
      if case .transformable = option.kind { return true }
      return option.kind == .codable
    }
    if opaque { slot = .attribute(.opaque, typeName: typeName) }
  }
}
