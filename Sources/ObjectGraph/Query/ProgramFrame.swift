import LogStore

/// What a program works on while it runs: the values of its variables, and records.
final class ProgramFrame {
  /// A value that the program needs is not there because the object that has it is not.
  struct MissingInput: Error {}

  /// Values of the variables.
  var variables: [Any]
  private let inputs: FilterInputs?

  /// Makes a frame with room for some variables, whose first are given.
  init(_ first: [Any] = [], count: Int, inputs: FilterInputs? = nil) {
    variables = first
    while variables.count < count { variables.append(()) }
    self.inputs = inputs
  }

  /// The value of a variable.
  func variable<T>(_ slot: Int, as type: T.Type) throws -> T {
    guard let value = variables[slot] as? T else {
      throw FilterFailure("a variable that is no \(type)", property: "")
    }
    return value
  }

  /// A value that is read from a record.
  func input(_ index: Int) throws -> StoredValue {
    guard let inputs else { throw MissingInput() }
    return try inputs.value(index)
  }
}
