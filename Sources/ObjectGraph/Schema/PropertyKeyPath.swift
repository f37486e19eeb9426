import Foundation

/// The key path of a property, as a program writes it.
struct PropertyKeyPath: @unchecked Sendable {  // key paths to properties of models capture nothing
  let keyPath: AnyKeyPath

  init(_ keyPath: AnyKeyPath) { self.keyPath = keyPath }

  /// The last component as the system describes it: it tells one getter from another by address or name.
  var component: Substring? {
    let text = keyPath.debugDescription
    let dot = text.range(of: ".<")?.lowerBound ?? text.lastIndex(of: ".")
    return dot.map { text[text.index(after: $0)...] }
  }

  /// Whether a key path goes through some properties one after the other and does nothing else.
  ///
  /// Longer key paths cannot be put together from those of their parts where an optional is followed, so the
  /// descriptions are compared.
  static func isChain(_ keyPath: AnyKeyPath, of parts: [(path: PropertyKeyPath, isOptional: Bool)]) -> Bool {
    guard let first = parts.first else { return false }
    if parts.count == 1 { return first.path.keyPath == keyPath }
    var text = first.path.keyPath.debugDescription
    for (place, part) in parts.enumerated().dropFirst() {
      guard let component = part.path.component else { return false }
      text += (parts[place - 1].isOptional ? "?." : ".") + component
    }
    let found = keyPath.debugDescription
    return found == text || found == text + "?"
  }
}
