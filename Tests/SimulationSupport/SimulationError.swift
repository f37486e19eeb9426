import LogStore

/// A contradiction between a store and what it has to hold.
package struct SimulationError: Error, CustomStringConvertible {
  package var description: String

  /// Whether recovery refuses the log for what its first block holds: allowed on disks without power-safe overwrite,
  /// where a write that is cut off may leave that (FORMAT.md, section 15).
  var refusesLog = false

  package init(_ description: String) { self.description = description }

  init(_ error: any Error) {
    if let error = error as? SimulationError {
      self = error
      return
    }
    description = "\(error)"
    if let error = error as? StoreError { refusesLog = error.code == .walCorrupt && error.offset == 0 }
  }
}
