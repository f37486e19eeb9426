import Foundation
package import LogStore

/// Splits a predicate into a filter that the store evaluates on encoded records and a residual that is
/// evaluated on the objects that pass.
///
/// Each term of the outermost `&&` is lowered for itself. A term that cannot be lowered stays behind as
/// residual; a later one that could throw does too, because Swift would not reach it where the residual term
/// is false.
///
/// - Parameters:
///   - root: Entity of `T`.
///   - store: The store that is asked: identifiers of other stores match nothing. Nil if all are of it.
package func lower<T: PersistentModel>(
  _ predicate: Predicate<T>,
  root: EntityDescriptor,
  resolver: KeyPathResolver,
  store: StoreID? = nil
) -> LoweredPredicate<T> {
  let context = LoweringContext(resolver: resolver, store: store)
  let object = LoweringTerm.object(ObjectTerm(path: FilterPath(), entity: root))
  return context.binding(predicate.variable.key, to: object) {
    if let node = predicate.expression as? any Lowerable, let filter = node.expression(context) {
      return LoweredPredicate(filter: filter.folded(), residual: nil)
    }
    return split(predicate, context)
  }
}

/// Lowers the terms of a predicate one by one.
private func split<T>(_ predicate: Predicate<T>, _ context: LoweringContext) -> LoweredPredicate<T> {
  let terms = (predicate.expression as? any PredicateTerms)?.terms ?? []
  var kept: [FilterExpression] = []
  var rest: [any StandardPredicateExpression<Bool>] = []
  for term in terms {
    if let filter = (term as? any Lowerable)?.expression(context), rest.isEmpty || filter.isTotal {
      kept.append(filter)
    } else if let term = term as? any StandardPredicateExpression<Bool> {
      rest.append(term)
    } else {
      return LoweredPredicate(filter: nil, residual: predicate)
    }
  }
  guard !kept.isEmpty else { return LoweredPredicate(filter: nil, residual: predicate) }
  let original = predicate.variable
  return LoweredPredicate(
    filter: FilterExpression.and(kept).folded(),
    residual: Predicate<T> { ResidualExpression(variable: $0, original: original, terms: rest) }
  )
}

/// The order of sort descriptors as keys that are read from records.
///
/// - Returns: nil if only objects can tell: a key path to something computed, an order other than Swift's.
package func lowerSort<T: PersistentModel>(
  _ descriptors: [SortDescriptor<T>],
  root: EntityDescriptor,
  resolver: KeyPathResolver
) -> [RecordQuery.SortKey]? {
  var keys: [RecordQuery.SortKey] = []
  for descriptor in descriptors {
    guard let keyPath = descriptor.keyPath, descriptor.stringComparator.map({ $0 == .lexical }) ?? true,
      ScalarType.orderedKind(of: type(of: keyPath).valueType) != nil,
      let path = resolver.resolve(keyPath, root: root), case .attribute(let id) = path.target,
      let property = path.hops.isEmpty ? root.property(id) : path.destination?.property(id),
      case .attribute(let kind) = property.slot, kind != .structured, kind != .opaque,
      !property.isEphemeral, !property.isSealed
    else { return nil }
    keys.append(
      RecordQuery.SortKey(
        path: FilterPath(hops: path.hops),
        attribute: id,
        ascending: descriptor.order == .forward
      )
    )
  }
  return keys
}
