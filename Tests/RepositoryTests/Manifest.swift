import Foundation

/// The package's manifest, as far as its text tells.
struct Manifest {
  /// The whole text.
  let text: String

  init() throws {
    text = try Repository.text("Package.swift")
  }

  /// The target declarations that products can reach: everything but test targets.
  var productTargets: [Substring] {
    [".target(", ".executableTarget(", ".macro("].flatMap(declarations)
  }

  /// The argument lists of every call that begins with a text, from that text to its closing parenthesis.
  private func declarations(_ opening: String) -> [Substring] {
    var found: [Substring] = []
    var rest = text[...]
    while let start = rest.range(of: opening) {
      var depth = 1
      var end = start.upperBound
      while depth > 0, end < rest.endIndex {
        if rest[end] == "(" { depth += 1 }
        if rest[end] == ")" { depth -= 1 }
        end = rest.index(after: end)
      }
      found.append(rest[start.lowerBound..<end])
      rest = rest[end...]
    }
    return found
  }

  /// The value of a global constant, to the line that closes its brackets.
  func constant(_ name: String) -> Substring? {
    guard let start = text.range(of: "let \(name)"), let end = text[start.upperBound...].range(of: "\n]")
    else {
      return nil
    }
    return text[start.lowerBound..<end.upperBound]
  }
}
