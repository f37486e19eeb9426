/// Turns a filter into conditions that read records, once a query.
struct FilterCompiler {
  /// Names and kinds of properties.
  let catalog: Catalog
  private let sealing: Sealing?
  private let blobFiles: BlobFiles?
  private var columns: [PropertyID: Column] = [:]

  init(_ access: RecordAccess) {
    catalog = access.catalog
    sealing = access.sealing
    blobFiles = access.blobFiles
  }

  /// Compiles a whole filter; nil holds always.
  static func compile(_ filter: FilterExpression?, _ access: RecordAccess) -> Condition? {
    guard let filter else { return nil }
    var compiler = FilterCompiler(access)
    return compiler.condition(filter, depth: 0)
  }

  /// The column of a property, one a query.
  mutating func column(_ property: PropertyID) -> Column {
    if let column = columns[property] { return column }
    let column = Column(property, catalog, sealing, blobFiles)
    columns[property] = column
    return column
  }

  /// A path with its columns.
  mutating func objectPath(_ path: FilterPath) -> ObjectPath {
    ObjectPath(variable: path.variable, hops: path.hops.map { column($0) })
  }

  /// Compiles a condition.
  ///
  /// - Parameter depth: Number of enclosing quantifiers, which is the number of the innermost variable.
  mutating func condition(_ filter: FilterExpression, depth: Int) -> Condition {
    switch filter {
    case .constant(let value): return ConstantCondition(value == .bool(true))
    case .and(let parts): return Self.chain(parts.map { condition($0, depth: depth) }, decides: false)
    case .or(let parts): return Self.chain(parts.map { condition($0, depth: depth) }, decides: true)
    case .not(let inner): return NotCondition(condition(inner, depth: depth))
    case .compare(let comparison, let a, let b): return compare(comparison, a, b, depth: depth)
    case .isKind(let path, let entity): return KindCondition(objectPath(path), entity)
    case .isNull(let inner):
      if let column = ownColumn(inner, depth: depth), column.kind != .reference {
        return NullCondition(column)
      }
      return NullOperandCondition(operand(inner, depth: depth))
    case .text(let operation, let text, let pattern):
      return self.text(operation, text, pattern, depth: depth)
    case .conditional(let test, let then, let otherwise):
      return ChoiceCondition(
        condition(test, depth: depth),
        then: condition(then, depth: depth),
        otherwise: condition(otherwise, depth: depth)
      )
    case .membership(let inner, let values): return membership(inner, values, depth: depth)
    case .range(let inner, let lower, let upper, let includesUpper):
      return range(inner, lower, upper, includesUpper, depth: depth)
    case .attribute:
      let general = OperandCondition(operand(filter, depth: depth))
      guard let column = ownColumn(filter, depth: depth), column.kind == .bool else { return general }
      return BoolCondition(column, true, negated: false, general: general)
    case .structuredField, .identity, .coalesce, .arithmetic, .negate, .unwrapped, .quantifier, .memberCount,
      .length, .computed:
      return OperandCondition(operand(filter, depth: depth))
    }
  }

  /// All (false decides) or any (true decides) of some conditions.
  static func chain(_ conditions: [Condition], decides: Bool) -> Condition {
    guard let first = conditions.first else { return ConstantCondition(!decides) }
    if conditions.count == 1 { return first }
    return ChainCondition(first: first, rest: Array(conditions.dropFirst()), decides: decides)
  }

  /// Compiles a value.
  mutating func operand(_ filter: FilterExpression, depth: Int) -> Operand {
    switch filter {
    case .constant(let value): return ConstantOperand(value)
    case .attribute(let path, let property): return PropertyOperand(objectPath(path), column(property))
    case .structuredField(let path, let property, let names):
      return StructuredFieldOperand(objectPath(path), column(property), names)
    case .identity(let path): return IdentityOperand(objectPath(path))
    case .conditional(let test, let then, let otherwise):
      return ChoiceOperand(
        condition(test, depth: depth),
        then: operand(then, depth: depth),
        otherwise: operand(otherwise, depth: depth)
      )
    case .coalesce(let first, let otherwise):
      return CoalesceOperand(operand(first, depth: depth), operand(otherwise, depth: depth))
    case .unwrapped(let inner):
      return UnwrappedOperand(operand(inner, depth: depth), property: propertyName(in: inner))
    case .arithmetic(let operation, let kind, let a, let b):
      return ArithmeticOperand(
        operation,
        kind,
        operand(a, depth: depth),
        operand(b, depth: depth),
        property: propertyName(in: filter)
      )
    case .negate(let kind, let inner):
      return NegateOperand(kind, operand(inner, depth: depth), property: propertyName(in: inner))
    case .quantifier(let quantifier, let path, let relationship, let inner):
      return QuantifierOperand(
        quantifier,
        objectPath(path),
        relationship,
        condition(inner, depth: depth + 1)
      )
    case .memberCount(let path, let relationship, let inner):
      return MemberCountOperand(
        objectPath(path),
        relationship,
        inner.map { condition($0, depth: depth + 1) }
      )
    case .length(let inner): return LengthOperand(operand(inner, depth: depth))
    case .computed(let computation):
      return ComputedOperand(computation, computation.inputs.map { operand($0, depth: depth) })
    case .compare, .and, .or, .not, .isKind, .isNull, .text, .membership, .range:
      return ConditionOperand(condition(filter, depth: depth))
    }
  }

  /// The column if the value is a property of the innermost object itself.
  mutating func ownColumn(_ filter: FilterExpression, depth: Int) -> Column? {
    guard case .attribute(let path, let property) = filter, path.hops.isEmpty, path.variable == depth else {
      return nil
    }
    return column(property)
  }

  /// Name of the first property in a value, for messages.
  private func propertyName(in filter: FilterExpression) -> String {
    switch filter {
    case .attribute(_, let property), .structuredField(_, let property, _),
      .memberCount(_, let property, _), .quantifier(_, _, let property, _):
      return catalog.name(of: property)
    case .arithmetic(_, _, let a, let b), .coalesce(let a, let b):
      let name = propertyName(in: a)
      return name.isEmpty ? propertyName(in: b) : name
    case .negate(_, let a), .unwrapped(let a), .length(let a): return propertyName(in: a)
    case .identity(let path): return path.hops.last.map { catalog.name(of: $0) } ?? ""
    case .computed(let computation):
      return computation.inputs.lazy.map { self.propertyName(in: $0) }.first { !$0.isEmpty } ?? ""
    case .conditional(_, let a, let b):
      let name = propertyName(in: a)
      return name.isEmpty ? propertyName(in: b) : name
    default: return ""
    }
  }
}
