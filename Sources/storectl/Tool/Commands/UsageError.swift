import LogStore

/// A command line that was not understood, in words.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension UsageError {
  /// That a store has no entity of a name.
  static func unknownEntity(_ name: String, _ catalog: Catalog) -> UsageError {
    let names = catalog.entities.map(\.name)
    let near = NearbyNames.of(name, among: names)
    let hint = near.isEmpty ? "" : "; did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    let all = names.isEmpty ? "none" : names.joined(separator: ", ")
    return UsageError("the store has no entity '\(name)'; it has \(all)\(hint)")
  }
}
