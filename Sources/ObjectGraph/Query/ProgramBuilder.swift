import Foundation
import LogStore

/// Turns the nodes of a predicate into a program.
final class ProgramBuilder {
  /// What key paths read, and what the variables of the predicate stand for.
  let context: LoweringContext
  /// Whether properties of objects are read from records; otherwise variables hold objects.
  let readsRecords: Bool
  /// What is read from records.
  private(set) var inputs: [FilterExpression] = []
  /// Number of variables.
  private(set) var variableCount = 0
  /// Whether running may throw.
  private(set) var canThrow = false
  private var slots: [PredicateExpressions.VariableID: Int] = [:]

  init(_ context: LoweringContext, readsRecords: Bool) {
    self.context = context
    self.readsRecords = readsRecords
  }

  /// Makes room for a variable.
  func declare(_ variable: PredicateExpressions.VariableID) -> Int {
    let slot = variableCount
    slots[variable] = slot
    variableCount += 1
    return slot
  }

  /// Builds a program in which a variable has a place of its own.
  func binding<R>(_ variable: PredicateExpressions.VariableID, _ body: () -> R?) -> (slot: Int, result: R)? {
    let before = slots[variable]
    let slot = declare(variable)
    defer { slots[variable] = before }
    return body().map { (slot, $0) }
  }

  /// The place of a variable.
  func slot(of variable: PredicateExpressions.VariableID) -> Int? { slots[variable] }

  /// Builds a program in which a variable stands for another.
  func binding<R>(_ variable: PredicateExpressions.VariableID, at slot: Int, _ body: () -> R?) -> R? {
    let before = slots.updateValue(slot, forKey: variable)
    defer { slots[variable] = before }
    return body()
  }

  /// Reads a variable.
  func variable<T>(_ variable: PredicateExpressions.VariableID, as type: T.Type) -> Program<T>? {
    guard let slot = slots[variable] else { return input(context[variable], as: type) }
    return Program { frame in try frame.variable(slot, as: type) }
  }

  /// Reads a value from records.
  func input<T>(_ term: LoweringTerm?, as type: T.Type) -> Program<T>? {
    guard readsRecords, let term else { return nil }
    let expression: FilterExpression
    switch term {
    case .constant(let value, _): return (value as? T).map { value in Program { _ in value } }
    case .value(let value): expression = value
    case .structured(let structured): expression = structured.attribute
    default: return nil
    }
    guard let restorer = ValueRestorer(type) else { return nil }
    let index = inputs.count
    inputs.append(expression)
    return Program { frame in
      guard let value = try restorer.restore(frame.input(index)) else { throw ProgramFrame.MissingInput() }
      return value
    }
  }

  /// Notes that an operator throws where it has no result, and finds a name for its operand.
  func failing(_ operand: some Lowerable, _ others: any Lowerable...) -> String {
    canThrow = true
    if let name = operand.propertyName(context) { return name }
    return others.lazy.compactMap { $0.propertyName(self.context) }.first ?? ""
  }
}

extension LoweringContext {
  /// A node as a value that is computed from decoded attributes; nil if it is none that the store can
  /// compare, or reads more than attributes.
  func computed<Node: Lowerable>(_ node: Node) -> LoweringTerm? {
    guard ScalarType.kind(of: Node.Output.self) != nil else { return nil }
    let builder = ProgramBuilder(self, readsRecords: true)
    guard let program = attempt({ node.program(builder) }) else { return nil }
    let count = builder.variableCount
    // What throws is no constant: it is left to throw where it is evaluated.
    if builder.inputs.isEmpty, let value = try? program.run(ProgramFrame(count: count)) {
      return constant(value)
    }
    let store = store
    let run = UncheckedBox(program)
    return .value(
      .computed(
        FilterComputation(
          name: node.text(self),
          inputs: builder.inputs,
          isTotal: !builder.canThrow
        ) { inputs in
          do {
            let value = try run.value.run(ProgramFrame(count: count, inputs: inputs))
            return ScalarValue.stored(value, store: store) ?? .null
          } catch is ProgramFrame.MissingInput {
            return .null
          }
        }
      )
    )
  }
}
