import Foundation
import LogStore

/// What nodes need to know while one predicate is lowered: its variables and what key paths read.
final class LoweringContext {
  /// Answers what key paths read.
  let resolver: KeyPathResolver
  /// The store that is asked; nil if identifiers are known to be of it.
  let store: StoreID?
  /// Number of the innermost variable.
  private(set) var depth = 0
  private var bindings: [PredicateExpressions.VariableID: LoweringTerm] = [:]
  /// How many more nodes of the term in hand may turn out to be beyond computation.
  private var failuresLeft = LoweringContext.failuresAllowed

  /// Each node is tried as a filter and as a computation, and both ask its children: above a leaf that is neither,
  /// the attempts would double with each level. A term with so many failures is left to the objects.
  private static let failuresAllowed = 200

  init(resolver: KeyPathResolver, store: StoreID?) {
    self.resolver = resolver
    self.store = store
  }

  /// Begins a term that is lowered for itself.
  func beginTerm() { failuresLeft = Self.failuresAllowed }

  /// Makes a computation, unless too many have failed before.
  func attempt<R>(_ make: () -> R?) -> R? {
    guard failuresLeft > 0 else { return nil }
    if let made = make() { return made }
    failuresLeft -= 1
    return nil
  }

  /// What a variable stands for.
  subscript(variable: PredicateExpressions.VariableID) -> LoweringTerm? { bindings[variable] }

  /// Lowers a node for which a variable stands for a term.
  func binding<R>(
    _ variable: PredicateExpressions.VariableID,
    to term: LoweringTerm,
    _ body: () -> R
  ) -> R {
    let before = bindings.updateValue(term, forKey: variable)
    defer { bindings[variable] = before }
    return body()
  }

  /// Lowers a node for which a variable stands for each target of a relationship.
  func element<R>(
    _ variable: PredicateExpressions.VariableID,
    of collection: CollectionTerm,
    _ body: () -> R
  ) -> R? {
    guard collection.filter == nil || collection.variable == depth + 1 else { return nil }
    depth += 1
    defer { depth -= 1 }
    let target = ObjectTerm(path: FilterPath(variable: depth), entity: collection.element)
    return binding(variable, to: .object(target), body)
  }

  /// A captured value.
  func constant<T>(_ value: T) -> LoweringTerm {
    .constant(value, ScalarValue.stored(value, store: store))
  }

  /// What a key path reads from an object.
  ///
  /// - Parameter isField: Whether the key path ends in a stored field of the value of an attribute.
  func member(
    _ keyPath: AnyKeyPath,
    of object: ObjectTerm,
    as output: Any.Type,
    isField: Bool = false
  ) -> LoweringTerm? {
    guard let resolved = resolver.resolve(keyPath, root: object.entity, isField: isField) else { return nil }
    var path = object.path
    path.hops += resolved.hops
    let isHop = !resolved.hops.isEmpty
    switch resolved.target {
    case .attribute(let id):
      // The object that has it is the one that the hops lead to.
      guard let owner = isHop ? resolved.destination : object.entity, let property = owner.property(id),
        case .attribute(let kind) = property.slot, !property.isEphemeral
      else { return nil }
      let attribute = object.guarded(.attribute(path, id))
      if ScalarType.kind(of: output) != nil, kind != .structured, kind != .opaque { return .value(attribute) }
      return .structured(StructuredTerm(owner: object, keyPath: keyPath, attribute: attribute))
    case .structuredField(let id, let names):
      guard ScalarType.kind(of: output) != nil else { return nil }
      return .value(object.guarded(.structuredField(path, id, names)))
    case .relationship(let id):
      guard let element = resolved.destination else { return nil }
      var owner = object
      owner.path = path
      return .collection(
        CollectionTerm(owner: owner, relationship: id, element: element, filter: nil, variable: depth + 1)
      )
    case .reference:
      if ScalarType.kind(of: output) == .reference { return .value(object.guarded(.identity(path))) }
      guard let entity = resolved.destination else { return nil }
      return .object(ObjectTerm(path: path, entity: entity, requirements: object.requirements))
    }
  }

  /// Name of the property that a key path reads from an object; nil if it reads none.
  func propertyName(_ keyPath: AnyKeyPath, of object: ObjectTerm) -> String? {
    guard let resolved = resolver.resolve(keyPath, root: object.entity) else { return nil }
    switch resolved.target {
    case .attribute(let id), .structuredField(let id, _):
      return (resolved.hops.isEmpty ? object.entity : resolved.destination)?.property(id)?.name
    case .relationship(let id): return object.entity.property(id)?.name
    case .reference: return resolved.hops.last.flatMap { object.entity.property($0)?.name }
    }
  }

  /// The condition that a term is nil.
  func isNil(_ term: LoweringTerm) -> FilterExpression? {
    switch term {
    case .value(let value): .isNull(value)
    case .constant: .constant(.bool(term.isNil))
    case .object(let object): .isNull(object.identity)
    case .structured(let structured): .isNull(structured.attribute)
    case .collection, .range, .order: nil
    }
  }

  /// The condition that two terms are equal.
  func equality(_ left: LoweringTerm, _ right: LoweringTerm, of type: Any.Type) -> FilterExpression? {
    if right.isNil { return isNil(left) }
    if left.isNil { return isNil(right) }
    switch (left, right) {
    case (.object(let a), .object(let b)): return .compare(.equal, a.identity, b.identity)
    case (.order(let order), .constant(let value, _)), (.constant(let value, _), .order(let order)):
      if let result = value as? ComparisonResult { return order.isEqual(to: result) }
      return (value as? Int).flatMap { ComparisonResult(rawValue: $0) }.map { order.isEqual(to: $0) }
    default:
      guard ScalarType.kind(of: type) != nil, let a = left.expression, let b = right.expression else {
        return nil
      }
      return .compare(.equal, a, b)
    }
  }
}
