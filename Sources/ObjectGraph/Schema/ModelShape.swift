import LogStore

/// What a model class declares, inherited properties included: known without any container.
final class ModelShape: Sendable {
  /// The other end of a relationship.
  struct Inverse: Sendable, Hashable {
    var index: Int
    var name: String
    var isToMany: Bool
  }

  let type: any PersistentModel.Type
  let name: String
  let originalName: String
  let isAbstract: Bool
  /// The model class above it.
  let parent: (any PersistentModel.Type)?
  /// All properties, the root's first.
  let properties: [PropertyShape]
  /// Index of the first property that the class itself declares.
  let firstOwn: Int
  let uniqueness: [[String]]
  let indexes: [[String]]
  /// The classes above it, the root first, and itself.
  let chain: [any PersistentModel.Type]
  private let inverses = Lock<[Inverse?]?>(nil)

  private init(_ chain: [ModelDeclaration], _ last: ModelDeclaration) {
    type = last.type
    name = last.name
    originalName = last.originalName
    isAbstract = last.isAbstract
    parent = chain.dropLast().last?.type
    properties = chain.flatMap(\.properties)
    firstOwn = properties.count - last.properties.count
    uniqueness = last.uniqueness
    indexes = last.indexes
    self.chain = chain.map(\.type)
  }

  private static let shapes = Lock<[ObjectIdentifier: ModelShape]>([:])

  /// The shape of a class, described once in a process.
  static func shape(of type: any PersistentModel.Type) -> ModelShape? {
    let key = ObjectIdentifier(type)
    if let known = shapes.withLock({ $0[key] }) { return known }
    var builder = _EntityBuilder()
    type._$describe(into: &builder)
    guard let last = builder.entities.last else { return nil }
    let shape = ModelShape(builder.entities, last)
    return shapes.withLock { table in
      if let known = table[key] { return known }
      table[key] = shape
      return shape
    }
  }

  /// Name of a class's entity.
  static func name(of type: any PersistentModel.Type) -> String {
    shape(of: type)?.name ?? String(describing: type)
  }

  /// Whether a class is another one or below it.
  static func isKind(_ type: any PersistentModel.Type, of base: any PersistentModel.Type) -> Bool {
    shape(of: type)?.chain.contains { $0 == base } ?? false
  }

  /// The class that declares a property.
  func declaringType(of index: Int) -> any PersistentModel.Type {
    chain.first { type in (ModelShape.shape(of: type)?.properties.count ?? 0) > index } ?? type
  }

  /// The other end of a relationship, declared or inferred; nil for attributes, one-way relationships and
  /// ambiguous ones.
  func inverse(_ index: Int) -> Inverse? {
    if let known = inverses.withLock({ $0 }) { return known[index] }
    let found = properties.map { property in
      property.destination == nil ? nil : try? InverseInference.inverse(of: property, in: self)
    }
    inverses.withLock { $0 = found }
    return found[index]
  }
}
