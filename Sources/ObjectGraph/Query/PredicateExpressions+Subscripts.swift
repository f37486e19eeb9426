import Foundation
import LogStore

extension PredicateExpressions.CollectionIndexSubscript: Lowerable
where Wrapped: Lowerable, Index: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { nil }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    guard let wrapped = wrapped.compiled(builder) else { return nil }
    let property = builder.failing(self.wrapped, index)
    return wrapped.combined(with: index.compiled(builder)) { collection, index in
      guard collection.startIndex <= index, index < collection.endIndex else {
        throw FilterFailure("[\(index)] in a collection of \(collection.count)", property: property)
      }
      return collection[index]
    }
  }

  func propertyName(_ context: LoweringContext) -> String? { wrapped.propertyName(context) }
}

extension PredicateExpressions.CollectionRangeSubscript: Lowerable
where Wrapped: Lowerable, Range: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { nil }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    guard let wrapped = wrapped.compiled(builder) else { return nil }
    let property = builder.failing(self.wrapped, range)
    return wrapped.combined(with: range.compiled(builder)) { collection, range in
      guard collection.startIndex <= range.lowerBound, range.upperBound <= collection.endIndex else {
        throw FilterFailure("[\(range)] in a collection of \(collection.count)", property: property)
      }
      return collection[range]
    }
  }

  func propertyName(_ context: LoweringContext) -> String? { wrapped.propertyName(context) }
}

extension PredicateExpressions.DictionaryKeySubscript: Lowerable where Wrapped: Lowerable, Key: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { nil }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    wrapped.compiled(builder)?.combined(with: key.compiled(builder)) { $0[$1] }
  }

  func propertyName(_ context: LoweringContext) -> String? { wrapped.propertyName(context) }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: Lowerable
where Wrapped: Lowerable, Key: Lowerable, Default: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { nil }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    guard let wrapped = wrapped.compiled(builder), let key = key.compiled(builder),
      let otherwise = `default`.compiled(builder)
    else { return nil }
    return Program { frame in try wrapped.run(frame)[key.run(frame)] ?? otherwise.run(frame) }
  }

  func propertyName(_ context: LoweringContext) -> String? { wrapped.propertyName(context) }
}

extension PredicateExpressions.SequenceMaximum: Lowerable where Elements: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { nil }

  func program(_ builder: ProgramBuilder) -> Program<Output>? { elements.compiled(builder)?.map { $0.max() } }

  func propertyName(_ context: LoweringContext) -> String? { elements.propertyName(context) }
}

extension PredicateExpressions.SequenceMinimum: Lowerable where Elements: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { nil }

  func program(_ builder: ProgramBuilder) -> Program<Output>? { elements.compiled(builder)?.map { $0.min() } }

  func propertyName(_ context: LoweringContext) -> String? { elements.propertyName(context) }
}

extension PredicateExpressions.StringContainsRegex: Lowerable where Subject: Lowerable, Regex: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { nil }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    subject.compiled(builder)?.combined(with: regex.compiled(builder)) { $0.contains($1) }
  }
}
