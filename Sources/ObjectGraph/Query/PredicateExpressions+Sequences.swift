import Foundation
import LogStore

extension PredicateExpressions.SequenceContains: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let sequence = sequence.term(context) else { return nil }
    if LHS.Output.self == String.self { return character(sequence.expression, context) }
    guard case .constant(let captured, _) = sequence, let element = element.term(context) else { return nil }
    if captured is any CapturedRange {
      return context.contains(sequence, element, of: RHS.Output.self).map { .value($0) }
    }
    guard captured is any Collection, let values = captured as? LHS.Output,
      let stored = ScalarValue.elements(of: values, store: context.store), let value = element.expression
    else { return nil }
    return .value(.membership(value, of: stored))
  }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    sequence.compiled(builder)?.combined(with: element.compiled(builder)) { $0.contains($1) }
  }

  /// A captured character in a string.
  private func character(_ text: FilterExpression?, _ context: LoweringContext) -> LoweringTerm? {
    guard let text, case .constant(let value, _) = element.term(context),
      let character = value as? Character
    else { return nil }
    return .value(.text(.contains, text, .constant(.string(String(character)))))
  }
}

extension PredicateExpressions.SequenceContainsWhere: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    context.quantifier(.any, sequence, variable.key, test).map { .value($0) }
  }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    builder.elements(sequence, variable.key, test) { elements, slot, test, frame in
      for element in elements {
        frame.variables[slot] = element
        if try test.run(frame) { return true }
      }
      return false
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    context.quantifier(.all, sequence, variable.key, test).map { .value($0) }
  }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    builder.elements(sequence, variable.key, test) { elements, slot, test, frame in
      for element in elements {
        frame.variables[slot] = element
        if try !test.run(frame) { return false }
      }
      return true
    }
  }
}

extension PredicateExpressions.Filter: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard case .collection(var collection) = sequence.term(context),
      let test = context.element(variable.key, of: collection, { filter.expression(context) }) ?? nil
    else { return nil }
    collection.filter = collection.filter.map { .and([$0, test]) } ?? test
    collection.variable = context.depth + 1
    return .collection(collection)
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    builder.elements(sequence, variable.key, filter) { elements, slot, test, frame in
      var kept: Output = []
      for element in elements {
        frame.variables[slot] = element
        if try test.run(frame) { kept.append(element) }
      }
      return kept
    }
  }

  func propertyName(_ context: LoweringContext) -> String? { sequence.propertyName(context) }
}

extension PredicateExpressions.CollectionContainsCollection: Lowerable
where Base: Lowerable, Other: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard Base.Output.self == String.self, Other.Output.self == String.self,
      let text = base.expression(context), let pattern = other.expression(context)
    else { return nil }
    return .value(.text(.contains, text, pattern))
  }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    base.compiled(builder)?.combined(with: other.compiled(builder)) { $0.contains($1) }
  }
}

extension PredicateExpressions.SequenceStartsWith: Lowerable where Base: Lowerable, Prefix: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard Base.Output.self == String.self, Prefix.Output.self == String.self,
      let text = base.expression(context), let pattern = prefix.expression(context)
    else { return nil }
    return .value(.text(.startsWith, text, pattern))
  }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    base.compiled(builder)?.combined(with: prefix.compiled(builder)) { $0.starts(with: $1) }
  }
}

extension LoweringContext {
  /// Largest captured collection that is written out element by element.
  private static var longestList: Int { 64 }

  /// The condition that any or every element of a sequence fulfils a test.
  fileprivate func quantifier(
    _ quantifier: FilterQuantifier,
    _ sequence: some Lowerable,
    _ variable: PredicateExpressions.VariableID,
    _ test: some Lowerable
  ) -> FilterExpression? {
    switch sequence.term(self) {
    case .collection(let collection):
      guard var condition = element(variable, of: collection, { test.expression(self) }) ?? nil else {
        return nil
      }
      if let filter = collection.filter {
        condition = quantifier == .any ? .and([filter, condition]) : .or([.not(filter), condition])
      }
      let owner = collection.owner
      return owner.guarded(.quantifier(quantifier, owner.path, collection.relationship, condition))
    case .constant(let captured, _):
      guard let elements = captured as? any Collection, elements.count <= Self.longestList else { return nil }
      var parts: [FilterExpression] = []
      for value in Self.list(elements) {
        let constant = LoweringTerm.constant(value, ScalarValue.stored(any: value, store: store))
        guard let part = binding(variable, to: constant, { test.expression(self) }) else { return nil }
        parts.append(part)
      }
      return quantifier == .any ? .or(parts) : .and(parts)
    default: return nil
    }
  }

  private static func list<C: Collection>(_ collection: C) -> [Any] { Array(collection) }
}

extension ProgramBuilder {
  /// A program that runs a test on the elements of a sequence.
  fileprivate func elements<Sequence: Lowerable, Test: Lowerable<Bool>, Result>(
    _ sequence: Sequence,
    _ variable: PredicateExpressions.VariableID,
    _ test: Test,
    _ body: @escaping (Sequence.Output, Int, Program<Bool>, ProgramFrame) throws -> Result
  ) -> Program<Result>? {
    guard let sequence = sequence.compiled(self),
      let (slot, test) = binding(variable, { test.compiled(self) })
    else { return nil }
    return Program { frame in try body(sequence.run(frame), slot, test, frame) }
  }
}
