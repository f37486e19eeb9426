import LogStore

/// A command line that was not understood, in words.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension UsageError {
  /// That a store has no entity of a name.
  static func unknownEntity(_ name: String, _ catalog: Catalog) -> UsageError {
    let names = catalog.entities.map(\.name).joined(separator: ", ")
    return UsageError("the store has no entity '\(name)'; it has \(names.isEmpty ? "none" : names)")
  }
}
