import Foundation
import LogStore

extension PredicateExpressions.TypeCheck: Lowerable where Input: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard case .object(let object) = input.lower(context), let entity = context.entity(Desired.self) else {
      return nil
    }
    return .value(.coalesce(object.guarded(.isKind(object.path, entity.id)), .never))
  }
}

extension PredicateExpressions.ConditionalCast: Lowerable where Input: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard case .object(var object) = input.lower(context), let entity = context.entity(Desired.self) else {
      return nil
    }
    object.requirements.append(
      ObjectTerm.Requirement(condition: .isKind(object.path, entity.id), forced: nil)
    )
    object.entity = entity
    return .object(object)
  }
}

extension LoweringContext {
  /// The entity of a model class or an optional of one.
  fileprivate func entity(_ type: Any.Type) -> EntityDescriptor? {
    if let model = type as? any PersistentModel.Type { return resolver.compiledSchema.descriptor(for: model) }
    if let optional = type as? any OptionalValue.Type { return entity(optional.payloadType) }
    return nil
  }
}
