/// Reads conditions on properties of the object itself out of a filter.
extension QueryPlanner {
  /// What is known of each of a few properties.
  typealias Bounds = [(property: PropertyID, bounds: PropertyBounds)]

  /// What the total terms of a filter say of each property that an index could use.
  func bounds() -> Bounds {
    var found: Bounds = []
    for (number, term) in terms.enumerated() where term.isTotal {
      guard let (property, said) = self.bounds(term) else { continue }
      var bounds = said
      bounds.terms = TermSet(number)
      if let place = found.firstIndex(where: { $0.property == property }) {
        found[place].bounds.narrow(bounds)
      } else {
        found.append((property, bounds))
      }
    }
    return found
  }

  private func bounds(_ term: FilterExpression) -> (PropertyID, PropertyBounds)? {
    if let (property, points) = points(term) { return (property, PropertyBounds(points: points)) }
    switch term {
    case .compare(let comparison, let a, let b):
      guard let constant = b.constantValue else {
        guard a.constantValue != nil else { return nil }
        return bounds(.compare(comparison.mirrored, b, a))
      }
      let isInclusive = comparison == .lessOrEqual || comparison == .greaterOrEqual
      switch comparison {
      case .less, .lessOrEqual:
        return range(a, nil, PropertyBounds.Bound(value: constant, isInclusive: isInclusive))
      case .greater, .greaterOrEqual:
        return range(a, PropertyBounds.Bound(value: constant, isInclusive: isInclusive), nil)
      case .equal, .notEqual: return nil
      }
    case .range(let value, let lower, let upper, let includesUpper):
      return range(
        value,
        lower.map { PropertyBounds.Bound(value: $0, isInclusive: true) },
        upper.map { PropertyBounds.Bound(value: $0, isInclusive: includesUpper) }
      )
    case .not(.isNull(let value)):
      guard let property = property(value), kind(of: property) != nil else { return nil }
      return (property, PropertyBounds(isPresent: true))
    case .text(.startsWith, let value, .constant(.string(let prefix))):
      guard let property = property(value), kind(of: property) == .string else { return nil }
      return (property, PropertyBounds(prefix: prefix))
    default: return nil
    }
  }

  /// The values to which a condition restricts a property.
  private func points(_ term: FilterExpression) -> (PropertyID, [StoredValue])? {
    switch term {
    case .compare(.equal, let a, let b):
      let (value, constant) = a.constantValue == nil ? (a, b.constantValue) : (b, a.constantValue)
      guard let constant else { return nil }
      return points(value, [constant])
    case .isNull(let value): return points(value, [.null])
    case .membership(let value, let values): return points(value, values)
    case .attribute:
      guard let property = property(term), kind(of: property) == .bool else { return nil }
      return (property, [.bool(true)])
    case .not(.attribute(let path, let attribute)):
      guard let property = property(.attribute(path, attribute)), kind(of: property) == .bool else {
        return nil
      }
      return (property, [.null, .bool(false)])
    case .or(let parts):
      var found: (property: PropertyID, values: [StoredValue])?
      for part in parts {
        guard let (property, values) = points(part), found == nil || found?.property == property else {
          return nil
        }
        found = (property, (found?.values ?? []) + values)
      }
      return found.map { ($0.property, $0.values) }
    default: return nil
    }
  }

  /// The values that a property of the object can have among some; nil if an index cannot tell.
  private func points(_ value: FilterExpression, _ values: [StoredValue]) -> (PropertyID, [StoredValue])? {
    guard let property = property(value), let kind = kind(of: property) else { return nil }
    var possible: [StoredValue] = []
    for value in values {
      if value.isNull {
        // A reference to an object that is gone reads as null.
        guard kind != .reference || !canDangle(property) else { return nil }
      } else {
        guard Self.fits(value, kind) else { return nil }
        if Self.isNotANumber(value) { continue }
        if case .reference(let target) = value, reader.entity(of: target) == nil { continue }
      }
      possible.append(value)
    }
    return (property, possible)
  }

  private func range(
    _ value: FilterExpression,
    _ lower: PropertyBounds.Bound?,
    _ upper: PropertyBounds.Bound?
  ) -> (PropertyID, PropertyBounds)? {
    guard let property = property(value), let kind = kind(of: property), kind != .reference,
      lower != nil || upper != nil
    else { return nil }
    if KeyShape(kind) == .text,
      !Self.isNormal(reader.catalog.attribute(property)?.defaultValue ?? .null)
    {
      return nil
    }
    for case let bound? in [lower, upper] {
      guard Self.fits(bound.value, kind), !Self.isNotANumber(bound.value) else { return nil }
      // Swift's order of texts is that of their normal forms only between texts in normal form.
      if KeyShape(kind) == .text, !Self.isNormal(bound.value) { return nil }
    }
    return (property, PropertyBounds(lower: lower, upper: upper, isPresent: true))
  }

  /// The property of the object under test that a value is.
  private func property(_ value: FilterExpression) -> PropertyID? {
    switch value {
    case .attribute(let path, let property) where path.isObject: property
    case .identity(let path) where path.variable == 0 && path.hops.count == 1: path.hops[0]
    default: nil
    }
  }

  private func kind(of property: PropertyID) -> ValueKind? {
    if let kind = reader.catalog.attributeKind(property) { return kind }
    guard let relationship = reader.catalog.relationship(property), !relationship.isToMany else { return nil }
    return .reference
  }

  /// Whether a to-one relationship may name an object that does not exist.
  private func canDangle(_ property: PropertyID) -> Bool {
    guard let relationship = reader.catalog.relationship(property) else { return true }
    let inverse = relationship.inverse.flatMap { reader.catalog.relationship($0) }
    return relationship.deleteRule == .noAction || inverse?.deleteRule == .noAction
      || reader.overlay.map { !$0.deleted.isEmpty } ?? false
  }

  /// Whether an index of a kind holds values that equal this one under the same key.
  private static func fits(_ value: StoredValue, _ kind: ValueKind) -> Bool {
    switch (ValueClass(kind), value) {
    case (.bool, .bool), (.signed, .int), (.signed, .uint), (.unsigned, .uint), (.unsigned, .int),
      (.floating, .double), (.floating, .float), (.date, .date), (.uuid, .uuid), (.decimal, .decimal),
      (.string, .string), (.url, .url), (.reference, .reference):
      true
    case (.bytes, .data): kind == .data
    default: false
    }
  }

  private static func isNotANumber(_ value: StoredValue) -> Bool {
    switch value {
    case .float(let number): number.isNaN
    case .double(let number), .date(let number): number.isNaN
    default: false
    }
  }

  private static func isNormal(_ value: StoredValue) -> Bool {
    switch value {
    case .string(var text), .url(var text): text.withUTF8 { NormalText.isNormal(UnsafeRawBufferPointer($0)) }
    default: true
    }
  }
}
