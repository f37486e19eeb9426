import Foundation
import LogStore

extension PredicateExpressions.KeyPath: Lowerable where Root: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    switch root.term(context) {
    case .constant(let value, _):
      guard let value = value as? Root.Output else { return nil }
      return context.constant(value[keyPath: keyPath])
    case .object(let object): return context.member(keyPath, of: object, as: Output.self)
    case .structured(let structured):
      if let value = rawValue(of: structured.attribute) { return value }
      guard let whole = structured.keyPath.appending(path: keyPath) else { return nil }
      let isStored = MemoryLayout<Root.Output>.offset(of: keyPath) != nil
      return context.member(whole, of: structured.owner, as: Output.self, isField: isStored)
    case .collection(let collection):
      if case .collectionFirst = kind { return collection.first.map { .object($0) } }
      return size(of: collection.count)
    case .value(let value):
      if Root.Output.self == String.self || Root.Output.self == Data.self { return size(of: .length(value)) }
      return rawValue(of: value)
    case .order(let order):
      return keyPath == \ComparisonResult.rawValue ? .order(order) : nil
    case .range, nil: return nil
    }
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    let keyPath = keyPath
    return root.compiled(builder)?.map { $0[keyPath: keyPath] }
  }

  func propertyName(_ context: LoweringContext) -> String? {
    if case .object(let object) = root.lower(context) {
      return context.propertyName(keyPath, of: object)
    }
    return root.propertyName(context) ?? "\(keyPath)".split(separator: ".").last.map { String($0) }
  }

  private func size(of count: FilterExpression) -> LoweringTerm? {
    switch kind {
    case .collectionCount: .value(count)
    case .collectionIsEmpty: .value(.compare(.equal, count, .constant(.int(0))))
    default: nil
    }
  }

  /// The raw value of an enum, which is what the store keeps of it.
  private func rawValue(of value: FilterExpression) -> LoweringTerm? {
    guard let type = Root.Output.self as? any RawRepresentable.Type,
      RawValueKeyPath.reads(keyPath, type)
    else { return nil }
    return .value(value)
  }
}
