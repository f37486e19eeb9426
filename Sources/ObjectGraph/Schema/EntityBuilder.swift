/// Collects what a model class and the classes above it declare. Generated code fills it.
public struct _EntityBuilder {
  var entities: [ModelDeclaration] = []

  init() {}

  /// Begins the next class of the chain.
  public mutating func entity(
    _ type: any PersistentModel.Type,
    name: String,
    originalName: String,
    abstract: Bool
  ) {
    entities.append(
      ModelDeclaration(type: type, name: name, originalName: originalName, isAbstract: abstract)
    )
  }

  /// Declares a property without options.
  public mutating func property<Slot: _PropertySlot>(_ name: String, _ slot: Slot) {
    add(PropertyShape(name: name, declaration: Slot._declaration))
  }

  /// Declares a property without options whose initial value is a constant.
  public mutating func property<Value>(_ name: String, _ slot: _AttributeSlot<Value>, default value: Value) {
    var property = PropertyShape(name: name, declaration: _AttributeSlot<Value>._declaration)
    property.apply(default: value)
    add(property)
  }

  /// Declares a property with `@Attribute`.
  public mutating func attribute<Slot: _PropertySlot>(
    _ name: String,
    _ slot: Slot,
    _ options: Schema.Attribute.Option...,
    originalName: String? = nil,
    hashModifier: String? = nil
  ) {
    let property = PropertyShape(name: name, declaration: Slot._declaration)
    add(property, options, originalName, hashModifier)
  }

  /// Declares a property with `@Attribute` whose initial value is a constant.
  public mutating func attribute<Value>(
    _ name: String,
    _ slot: _AttributeSlot<Value>,
    default value: Value,
    _ options: Schema.Attribute.Option...,
    originalName: String? = nil,
    hashModifier: String? = nil
  ) {
    var property = PropertyShape(name: name, declaration: _AttributeSlot<Value>._declaration)
    property.apply(default: value)
    add(property, options, originalName, hashModifier)
  }

  private mutating func add(
    _ property: PropertyShape,
    _ options: [Schema.Attribute.Option],
    _ originalName: String?,
    _ hashModifier: String?
  ) {
    var property = property
    property.apply(options)
    property.originalName = originalName
    property.hashModifier = hashModifier
    if options.contains(.unique) { mutateLast { $0.uniqueness.append([property.name]) } }
    add(property)
  }

  /// Declares a property with `@Relationship`.
  public mutating func relationship<Slot: _PropertySlot>(
    _ name: String,
    _ slot: Slot,
    _ options: Schema.Relationship.Option...,
    deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0,
    maximumModelCount: Int? = 0,
    originalName: String? = nil,
    inverse: String? = nil,
    hashModifier: String? = nil
  ) {
    var property = PropertyShape(name: name, declaration: Slot._declaration)
    property.relationshipOptions = options
    property.deleteRule = deleteRule
    property.minimumCount = minimumModelCount
    property.maximumCount = maximumModelCount
    property.originalName = originalName
    property.inverseName = inverse
    property.hashModifier = hashModifier
    property.isDeclaredRelationship = true
    if options.contains(.unique) { mutateLast { $0.uniqueness.append([name]) } }
    add(property)
  }

  /// Declares sets of properties whose values together occur once.
  public mutating func unique(_ constraints: [[String]]) {
    mutateLast { $0.uniqueness.append(contentsOf: constraints.filter { !$0.isEmpty }) }
  }

  /// Declares sets of properties that are kept in order.
  public mutating func index(_ indexes: [[String]]) {
    mutateLast { $0.indexes.append(contentsOf: indexes.filter { !$0.isEmpty }) }
  }

  /// Tells by which key paths programs name all properties so far, as those of the class that was begun last: for
  /// each the one from an object and the one from an object that may be absent; nil where there are none.
  public mutating func keyPaths(_ keyPaths: [AnyKeyPath?]) {
    guard keyPaths.count == 2 * entities.reduce(0, { $0 + $1.properties.count }) else { return }
    var next = keyPaths.makeIterator()
    for entity in entities.indices {
      for place in entities[entity].properties.indices {
        guard let keyPath = next.next(), let optional = next.next() else { return }
        guard let keyPath, let optional else { continue }
        entities[entity].properties[place].keyPath = PropertyKeyPath(keyPath, fromOptional: optional)
      }
    }
  }

  private mutating func add(_ property: PropertyShape) {
    var property = property
    property.index = entities.reduce(0) { $0 + $1.properties.count }
    mutateLast { $0.properties.append(property) }
  }

  private mutating func mutateLast(_ change: (inout ModelDeclaration) -> Void) {
    guard let last = entities.indices.last else { return }
    change(&entities[last])
  }
}

/// The key paths of properties that can be named on the main actor only.
///
/// Making a key path reads nothing of an object or an actor, so it is done wherever the class is described.
public func _keyPaths(_ make: @MainActor () -> [AnyKeyPath?]) -> [AnyKeyPath?] {
  typealias Anywhere = () -> [AnyKeyPath?]
  return withoutActuallyEscaping(make) { unsafeBitCast($0, to: Anywhere.self)() }
}
