public import Foundation
import LogStore

/// Several predicates on the same values joined by "and" or "or". Of an empty list the first is true and the
/// second false.
///
/// A node of predicates, made by `Predicate.all`, `.any`, `.and` and `.or`.
public struct PredicateList<each Input>: StandardPredicateExpression {
  /// Type of the result.
  public typealias Output = Bool

  let variable: (repeat PredicateExpressions.Variable<each Input>)
  var predicates: [Predicate<repeat each Input>]
  let wantsAll: Bool

  init(
    _ variable: (repeat PredicateExpressions.Variable<each Input>),
    _ predicates: [Predicate<repeat each Input>],
    wantsAll: Bool
  ) {
    self.variable = variable
    self.predicates = predicates
    self.wantsAll = wantsAll
  }

  /// Asks the predicates from first to last and stops at the first that decides.
  public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
    for predicate in predicates {
      if try predicate.evaluate(repeat (each variable).evaluate(bindings)) != wantsAll { return !wantsAll }
    }
    return wantsAll
  }

  /// Always throws: Foundation cannot write predicates on this platform.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "A list of predicates cannot be encoded; encode what it was built from."
      )
    )
  }

  /// Always throws: Foundation cannot read predicates on this platform.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "A list of predicates cannot be decoded; use Predicate.all or .any."
      )
    )
  }
}

extension PredicateList: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let term = keys.first.flatMap({ context[$0] }) else { return nil }
    var parts: [FilterExpression] = []
    for predicate in predicates {
      let keys = predicate.keys
      guard keys.count == 1, let node = predicate.expression as? any Lowerable,
        let part = context.binding(keys[0], to: term, { node.expression(context) })
      else { return nil }
      parts.append(part)
    }
    return .value(wantsAll ? .and(parts) : .or(parts))
  }

  func term(_ context: LoweringContext) -> LoweringTerm? { lower(context) }

  func text(_ context: LoweringContext) -> String {
    guard let term = keys.first.flatMap({ context[$0] }) else { return "\(predicates.count) predicates" }
    let texts = predicates.map { predicate in
      guard let node = predicate.expression as? any Lowerable, let key = predicate.keys.first else {
        return "?"
      }
      return context.binding(key, to: term) { node.text(context) }
    }
    if texts.isEmpty { return "\(wantsAll)" }
    return "(" + texts.joined(separator: wantsAll ? " && " : " || ") + ")"
  }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    // Each predicate has a variable of its own for what this one's variable is.
    guard let slot = keys.first.flatMap({ builder.slot(of: $0) }) else { return nil }
    var parts: [Program<Bool>] = []
    for predicate in predicates {
      let keys = predicate.keys
      guard keys.count == 1, let node = predicate.expression as? any Lowerable<Bool>,
        let part = builder.binding(keys[0], at: slot, { node.compiled(builder) })
      else { return nil }
      parts.append(part)
    }
    let wantsAll = wantsAll
    return Program { frame in
      for part in parts where try part.run(frame) != wantsAll { return !wantsAll }
      return wantsAll
    }
  }

  private var keys: [PredicateExpressions.VariableID] {
    var keys: [PredicateExpressions.VariableID] = []
    for variable in repeat each variable { keys.append(variable.key) }
    return keys
  }
}

extension Predicate {
  /// The variables of the predicate.
  fileprivate var keys: [PredicateExpressions.VariableID] {
    var keys: [PredicateExpressions.VariableID] = []
    for variable in repeat each variable { keys.append(variable.key) }
    return keys
  }
}
