import Foundation
import LogStore

extension PredicateExpressions.TypeCheck: Lowerable where Input: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard case .object(let object) = input.term(context), let entity = context.entity(Desired.self) else {
      return nil
    }
    return .value(.coalesce(object.guarded(.isKind(object.path, entity.id)), .never))
  }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? { input.compiled(builder)?.map { $0 is Desired } }
}

extension PredicateExpressions.ConditionalCast: Lowerable where Input: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard case .object(var object) = input.term(context), let entity = context.entity(Desired.self) else {
      return nil
    }
    object.requirements.append(
      ObjectTerm.Requirement(condition: .isKind(object.path, entity.id), forced: nil)
    )
    object.entity = entity
    return .object(object)
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    input.compiled(builder)?.map { $0 as? Desired }
  }

  func propertyName(_ context: LoweringContext) -> String? { input.propertyName(context) }
}

extension PredicateExpressions.ForceCast: Lowerable where Input: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    // A cast to a superclass or to the same type always succeeds; the others may fail.
    guard case .object(var object) = input.term(context), let entity = context.entity(Desired.self) else {
      return Input.Output.self == Desired.self ? input.term(context) : nil
    }
    object.requirements.append(
      ObjectTerm.Requirement(condition: .isKind(object.path, entity.id), forced: object.path)
    )
    object.entity = entity
    return .object(object)
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    guard let input = input.compiled(builder) else { return nil }
    let property = builder.failing(self.input)
    return input.map { value in
      guard let result = value as? Desired else {
        throw FilterFailure("\(type(of: value)) as\u{21} \(Desired.self)", property: property)
      }
      return result
    }
  }

  func propertyName(_ context: LoweringContext) -> String? { input.propertyName(context) }
}

extension LoweringContext {
  /// The entity of a model class or an optional of one.
  fileprivate func entity(_ type: Any.Type) -> EntityDescriptor? {
    if let model = type as? any PersistentModel.Type { return resolver.compiledSchema.descriptor(for: model) }
    if let optional = type as? any OptionalValue.Type { return entity(optional.payloadType) }
    return nil
  }
}
