/// Prints filters with the names of a catalog, much as they are written in Swift.
struct FilterPrinter {
  /// Names of properties and entities.
  let catalog: Catalog

  /// The text of a filter.
  func text(_ filter: FilterExpression) -> String {
    switch filter {
    case .constant(let value): return text(value)
    case .attribute(let path, let property): return text(path) + "." + catalog.name(of: property)
    case .structuredField(let path, let property, let names):
      return ([text(path), catalog.name(of: property)] + names).joined(separator: ".")
    case .identity(let path): return text(path) + ".persistentModelID"
    case .compare(let comparison, let a, let b): return "\(inner(a)) \(comparison.symbol) \(inner(b))"
    case .and(let parts): return parts.map { inner($0) }.joined(separator: " && ")
    case .or(let parts): return parts.map { inner($0) }.joined(separator: " || ")
    case .not(let a): return "!" + inner(a)
    case .isKind(let path, let entity): return "\(text(path)) is \(catalog.name(of: entity))"
    case .isNull(let a): return "\(inner(a)) == nil"
    case .text(let operation, let a, let b):
      guard case .startsWith = operation else { return "\(inner(a)).\(operation.name)(\(text(b)))" }
      return "\(inner(a)).starts(with: \(text(b)))"
    case .conditional(let test, let a, let b): return "\(inner(test)) ? \(inner(a)) : \(inner(b))"
    case .coalesce(let a, let b): return "\(inner(a)) ?? \(inner(b))"
    case .arithmetic(let operation, _, let a, let b): return "\(inner(a)) \(operation.symbol) \(inner(b))"
    case .negate(_, let a): return "-" + inner(a)
    case .unwrapped(let a): return inner(a) + "!"
    case .membership(let a, let values):
      let shown = values.prefix(5).map { text($0) }.joined(separator: ", ")
      return "[\(shown)\(values.count > 5 ? ", … \(values.count)" : "")].contains(\(text(a)))"
    case .range(let a, let lower, let upper, let includesUpper):
      let bounds = "\(lower.map(text) ?? "")\(includesUpper ? "..." : "..<")\(upper.map(text) ?? "")"
      return "(\(bounds)).contains(\(text(a)))"
    case .quantifier(let quantifier, let path, let relationship, let a):
      let name = quantifier == .any ? "contains" : "allSatisfy"
      return "\(text(path)).\(catalog.name(of: relationship)).\(name) { \(text(a)) }"
    case .memberCount(let path, let relationship, let a):
      let part = a.map { ".filter { \(text($0)) }" } ?? ""
      return "\(text(path)).\(catalog.name(of: relationship))\(part).count"
    case .length(let a): return inner(a) + ".count"
    case .computed(let computation): return computation.name
    }
  }

  private func inner(_ filter: FilterExpression) -> String {
    switch filter {
    case .compare, .and, .or, .isKind, .isNull, .conditional, .coalesce, .arithmetic: "(\(text(filter)))"
    default: text(filter)
    }
  }

  private func text(_ path: FilterPath) -> String {
    (["$\(path.variable)"] + path.hops.map { catalog.name(of: $0) }).joined(separator: ".")
  }

  private func text(_ value: StoredValue) -> String {
    switch value {
    case .null: "nil"
    case .bool(let v): "\(v)"
    case .int(let v): "\(v)"
    case .uint(let v): "\(v)"
    case .float(let v): "\(v)"
    case .double(let v): "\(v)"
    case .date(let v): "date(\(v))"
    case .uuid(let v): "\(v)"
    case .reference(let v): "object(\(v))"
    case .string(let v): "\"\(v)\""
    case .url(let v): "url(\"\(v)\")"
    case .decimal: "decimal"
    case .data(let v): "data(\(v.count) bytes)"
    case .structured, .opaque: "structured value"
    }
  }
}
