/// A run that went wrong: enough to repeat it.
package struct SimulationFailure: Error, CustomStringConvertible {
  package var setup: SimulationSetup
  package var operations: [Operation]
  package var message: String

  package var description: String {
    "\(setup)\noperations: \(operations.map(\.description).joined(separator: ", "))\n\(message)"
  }
}
