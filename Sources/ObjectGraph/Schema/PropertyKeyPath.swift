import Foundation

/// The key paths of a property, as a program writes them.
struct PropertyKeyPath: @unchecked Sendable {  // key paths to properties of models capture nothing
  /// From the object.
  let keyPath: AnyKeyPath
  /// From an object that may be absent: what follows a `?` in a longer key path.
  private let optionalKeyPath: AnyKeyPath

  init(_ keyPath: AnyKeyPath, fromOptional optionalKeyPath: AnyKeyPath) {
    self.keyPath = keyPath
    self.optionalKeyPath = optionalKeyPath
  }

  /// The last component as the system describes it: it tells one getter from another by address or name.
  private var component: Substring? {
    let text = keyPath.debugDescription
    let dot = text.range(of: ".<")?.lowerBound ?? text.lastIndex(of: ".")
    return dot.map { text[text.index(after: $0)...] }
  }

  /// Whether a key path goes through some properties one after the other and does nothing else.
  ///
  /// The key path put together of the parts is compared by its hash, which covers the types and the identity of
  /// each component. `==` would tell it from a literal that follows an optional, which has another prefix of
  /// components that go by reference.
  static func isChain(_ keyPath: AnyKeyPath, of parts: [(path: PropertyKeyPath, isOptional: Bool)]) -> Bool {
    guard let first = parts.first?.path.keyPath else { return false }
    if parts.count == 1 { return first == keyPath }
    var whole: AnyKeyPath? = first
    for (place, part) in parts.enumerated().dropFirst() {
      let isOptional = parts[place - 1].isOptional
      whole = whole?.appending(path: isOptional ? part.path.optionalKeyPath : part.path.keyPath)
    }
    return whole?.hashValue == keyPath.hashValue || isDescribed(keyPath, as: parts)
  }

  /// Whether the description of a key path is made of those of the parts.
  ///
  /// For a property that is not optional behind one that is, as in `\A.b?.c.d`: no key paths can be put together
  /// to this one. In an optimised build a getter may have copies of different names; the answer is then no.
  private static func isDescribed(
    _ keyPath: AnyKeyPath,
    as parts: [(path: PropertyKeyPath, isOptional: Bool)]
  ) -> Bool {
    var text = parts[0].path.keyPath.debugDescription
    for (place, part) in parts.enumerated().dropFirst() {
      guard let component = part.path.component else { return false }
      text += (parts[place - 1].isOptional ? "?." : ".") + component
    }
    let found = keyPath.debugDescription
    return found == text || found == text + "?"
  }
}
