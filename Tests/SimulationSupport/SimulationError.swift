/// A contradiction between a store and what it has to hold.
package struct SimulationError: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}
