import Foundation
package import LogStore

/// Splits a predicate into a filter that the store evaluates on encoded records and a residual that is
/// evaluated on the objects that pass.
///
/// Each term of the outermost `&&` is lowered for itself. A term that cannot be lowered stays behind as
/// residual; a later one that could throw does too, because Swift would not reach it where the residual term
/// is false. A term that cannot be evaluated here either is refused: Foundation's evaluation may trap.
///
/// - Parameters:
///   - root: Entity of `T`.
///   - store: The store that is asked: identifiers of other stores match nothing. Nil if all are of it.
package func lower<T: PersistentModel>(
  _ predicate: Predicate<T>,
  root: EntityDescriptor,
  resolver: KeyPathResolver,
  store: StoreID? = nil
) throws(ObjectGraphError) -> LoweredPredicate<T> {
  let context = LoweringContext(resolver: resolver, store: store)
  let object = LoweringTerm.object(ObjectTerm(path: FilterPath(), entity: root))
  let lowered = context.binding(predicate.variable.key, to: object) { split(predicate, context) }
  return try lowered.get()
}

/// Lowers the terms of a predicate one by one, if it cannot be lowered as a whole.
private func split<T>(
  _ predicate: Predicate<T>,
  _ context: LoweringContext
) -> Result<LoweredPredicate<T>, ObjectGraphError> {
  let whole = predicate.expression
  if let filter = (whole as? any Lowerable)?.expression(context) {
    return .success(LoweredPredicate(filter: filter.folded(), residual: nil))
  }
  var kept: [FilterExpression] = []
  var rest: [Program<Bool>] = []
  var texts: [String] = []
  let builder = ProgramBuilder(context, readsRecords: false)
  _ = builder.declare(predicate.variable.key)
  for term in (whole as? any PredicateTerms)?.terms ?? [whole] {
    context.beginTerm()
    if let filter = (term as? any Lowerable)?.expression(context), rest.isEmpty || filter.isTotal {
      kept.append(filter)
      continue
    }
    let text = (term as? any Lowerable)?.text(context) ?? "a node"
    guard let program = (term as? any Lowerable<Bool>)?.program(builder) else {
      return .failure(.unsupportedPredicate(term: "\(text) (\(type(of: term)))", entity: "\(T.self)"))
    }
    rest.append(program)
    texts.append(text)
  }
  return .success(
    LoweredPredicate(
      filter: kept.isEmpty ? nil : FilterExpression.and(kept).folded(),
      residual: ResidualPredicate(
        text: texts.joined(separator: " && "),
        terms: rest,
        variableCount: builder.variableCount
      )
    )
  )
}

/// The order of sort descriptors as keys that are read from records.
///
/// - Returns: nil if only objects can tell: a key path to something computed, an order other than Swift's.
package func lowerSort<T: PersistentModel>(
  _ descriptors: [SortDescriptor<T>],
  root: EntityDescriptor,
  resolver: KeyPathResolver,
  textOrder: TextOrder = .lexical
) -> [RecordQuery.SortKey]? {
  var keys: [RecordQuery.SortKey] = []
  for descriptor in descriptors {
    guard let keyPath = descriptor.keyPath, descriptor.stringComparator.map({ $0 == .lexical }) ?? true,
      ScalarType.orderedKind(of: type(of: keyPath).valueType) != nil,
      let path = resolver.resolve(keyPath, root: root), case .attribute(let id) = path.target,
      let property = path.hops.isEmpty ? root.property(id) : path.destination?.property(id),
      case .attribute(let kind) = property.slot, kind != .structured, kind != .opaque,
      !property.isEphemeral
    else { return nil }
    keys.append(
      RecordQuery.SortKey(
        path: FilterPath(hops: path.hops),
        attribute: id,
        ascending: descriptor.order == .forward,
        stringOrder: kind == .string ? textOrder.compare : nil
      )
    )
  }
  return keys
}
