/// Conditions on one property of the innermost object and captured values.
extension FilterCompiler {
  /// Compiles a comparison.
  mutating func compare(
    _ comparison: FilterComparison,
    _ a: FilterExpression,
    _ b: FilterExpression,
    depth: Int
  ) -> Condition {
    if a.constantValue != nil, b.constantValue == nil {
      return compare(comparison.mirrored, b, a, depth: depth)
    }
    guard let constant = b.constantValue else { return generalComparison(comparison, a, b, depth: depth) }
    let isEquality = comparison == .equal || comparison == .notEqual
    if constant.isNull, isEquality {
      let test = condition(.isNull(a), depth: depth)
      return comparison == .equal ? test : NotCondition(test)
    }
    if isEquality, case .reference(let id) = constant {
      if let found = reference(a, [id], negated: comparison == .notEqual, depth: depth) { return found }
    }
    if case .length(let inner) = a, case .int(0) = constant, comparison == .equal,
      let column = ownColumn(inner, depth: depth)
    {
      return EmptyTextCondition(column, general: generalComparison(comparison, a, b, depth: depth))
    }
    guard let column = ownColumn(a, depth: depth), let kind = column.kind else {
      return generalComparison(comparison, a, b, depth: depth)
    }
    let general = generalComparison(comparison, a, b, depth: depth)
    if isEquality, case .data(let bytes) = constant, catalog.attribute(column.property)?.isExternal == true {
      return ContentCondition(column, bytes, negated: comparison == .notEqual, general: general)
    }
    return specialised(column, ValueClass(kind), comparison, constant, general) ?? general
  }

  private mutating func generalComparison(
    _ comparison: FilterComparison,
    _ a: FilterExpression,
    _ b: FilterExpression,
    depth: Int
  ) -> Condition {
    ComparisonCondition(comparison, operand(a, depth: depth), operand(b, depth: depth))
  }

  private func specialised(
    _ column: Column,
    _ valueClass: ValueClass,
    _ comparison: FilterComparison,
    _ constant: StoredValue,
    _ general: Condition
  ) -> Condition? {
    let isNegated = comparison == .notEqual
    switch (valueClass, constant) {
    case (.signed, .int(let value)):
      guard let (lower, upper) = Self.interval(comparison, value) else { return ConstantCondition(false) }
      return IntervalCondition(
        column,
        .signed(lower, upper),
        negated: isNegated,
        .signed,
        general: general
      )
    case (.unsigned, .uint(let value)):
      guard let (lower, upper) = Self.interval(comparison, value) else { return ConstantCondition(false) }
      return IntervalCondition(
        column,
        .unsigned(lower, upper),
        negated: isNegated,
        .unsigned,
        general: general
      )
    case (.floating, .double(let value)), (.date, .date(let value)):
      return floating(column, valueClass, comparison, value, general)
    case (.floating, .float(let value)):
      return floating(column, valueClass, comparison, Double(value), general)
    case (.bool, .bool(let value)) where comparison == .equal || isNegated:
      return BoolCondition(column, value, negated: isNegated, general: general)
    case (.uuid, .uuid(let value)) where comparison == .equal || isNegated:
      return ValueCondition(column, SetTest([value]), negated: isNegated, .uuid, general: general)
    case (.string, .string(let value)):
      let question: TextCondition.Question =
        switch comparison {
        case .equal, .notEqual: .equal
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        }
      return TextCondition(column, question, value, negated: isNegated, general: general)
    default: return nil
    }
  }

  /// The closed interval of integers for which a comparison holds (equality for `!=`); nil if it is empty.
  private static func interval<T: FixedWidthInteger>(_ comparison: FilterComparison, _ value: T) -> (T, T)? {
    switch comparison {
    case .equal, .notEqual: (value, value)
    case .less: value == .min ? nil : (.min, value - 1)
    case .lessOrEqual: (.min, value)
    case .greater: value == .max ? nil : (value + 1, .max)
    case .greaterOrEqual: (value, .max)
    }
  }

  private func floating(
    _ column: Column,
    _ valueClass: ValueClass,
    _ comparison: FilterComparison,
    _ value: Double,
    _ general: Condition
  ) -> Condition {
    let (lower, upper): (Double, Double) =
      switch comparison {
      case .equal, .notEqual: (value, value)
      case .less: (-.infinity, value == -.infinity ? .nan : value.nextDown)
      case .lessOrEqual: (-.infinity, value)
      case .greater: (value == .infinity ? .nan : value.nextUp, .infinity)
      case .greaterOrEqual: (value, .infinity)
      }
    return IntervalCondition(
      column,
      .floating(lower, upper),
      negated: comparison == .notEqual,
      valueClass,
      general: general
    )
  }

  /// Compiles a test of what a reference or an object is.
  private mutating func reference(
    _ value: FilterExpression,
    _ wanted: Set<ObjectID>,
    negated: Bool,
    depth: Int
  ) -> Condition? {
    switch value {
    case .identity(let path) where path.variable == depth && path.hops.isEmpty:
      return IdentityCondition(wanted, negated: negated)
    case .identity(let path) where path.variable == depth && path.hops.count == 1:
      let column = column(path.hops[0])
      return column.isToMany ? nil : ReferenceCondition(column, wanted, negated: negated)
    default:
      guard let column = ownColumn(value, depth: depth), column.kind == .reference else { return nil }
      return ReferenceCondition(column, wanted, negated: negated)
    }
  }

  /// Compiles a string operation.
  mutating func text(
    _ operation: FilterTextOperation,
    _ text: FilterExpression,
    _ pattern: FilterExpression,
    depth: Int
  ) -> Condition {
    let general = TextOperandCondition(
      operation,
      operand(text, depth: depth),
      operand(pattern, depth: depth)
    )
    guard case .constant(.string(let wanted)) = pattern, let column = ownColumn(text, depth: depth),
      column.kind == .string
    else { return general }
    switch operation {
    case .contains: return TextCondition(column, .contains, wanted, general: general)
    case .startsWith: return TextCondition(column, .startsWith, wanted, general: general)
    case .custom(_, let test): return CustomTextCondition(column, wanted, test, general: general)
    }
  }

  /// Compiles a test of membership in a captured collection.
  mutating func membership(_ value: FilterExpression, _ values: [StoredValue], depth: Int) -> Condition {
    let general = MembershipCondition(operand(value, depth: depth), values)
    let references = values.compactMap { if case .reference(let id) = $0 { id } else { nil } }
    if references.count == values.count, !values.isEmpty,
      let found = reference(value, Set(references), negated: false, depth: depth)
    {
      return found
    }
    guard let column = ownColumn(value, depth: depth), let kind = column.kind else { return general }
    switch ValueClass(kind) {
    case .signed:
      let numbers = values.compactMap { if case .int(let number) = $0 { number } else { nil } }
      guard numbers.count == values.count else { return general }
      return ValueCondition(column, SetTest(Set(numbers)), .signed, general: general)
    case .uuid:
      let uuids = values.compactMap { if case .uuid(let uuid) = $0 { uuid } else { nil } }
      guard uuids.count == values.count else { return general }
      return ValueCondition(column, SetTest(Set(uuids)), .uuid, general: general)
    case .string:
      let strings = values.compactMap { if case .string(let string) = $0 { string } else { nil } }
      guard strings.count == values.count else { return general }
      return ValueCondition(column, SetTest(Set(strings)), .string, general: general)
    default: return general
    }
  }

  /// Compiles a test of a range with captured bounds.
  mutating func range(
    _ value: FilterExpression,
    _ lower: StoredValue?,
    _ upper: StoredValue?,
    _ includesUpper: Bool,
    depth: Int
  ) -> Condition {
    let general = RangeCondition(
      operand(value, depth: depth),
      lower: lower,
      upper: upper,
      includesUpper: includesUpper
    )
    guard let column = ownColumn(value, depth: depth), let kind = column.kind else { return general }
    let bounds = [(lower, FilterComparison.greaterOrEqual), (upper, includesUpper ? .lessOrEqual : .less)]
    var conditions: [Condition] = []
    for case (let bound?, let comparison) in bounds {
      let slow = RangeCondition(
        operand(value, depth: depth),
        lower: comparison == .greaterOrEqual ? bound : nil,
        upper: comparison == .greaterOrEqual ? nil : bound,
        includesUpper: includesUpper
      )
      guard let test = specialised(column, ValueClass(kind), comparison, bound, slow) else { return general }
      conditions.append(test)
    }
    return conditions.isEmpty ? general : Self.chain(conditions, decides: false)
  }
}
