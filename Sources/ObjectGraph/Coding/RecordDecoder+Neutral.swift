import LogStore

extension _RecordDecoder {
  /// Whether made-up values are asked for.
  public var _isNeutral: Bool { neutralRound != nil }

  /// Whether optionals have values in this round.
  public var _isPresentRound: Bool { (neutralRound ?? 0) % 2 == 0 }

  /// A made-up value for the next attribute.
  public mutating func _neutral<Value>(_ type: Value.Type) -> Value? {
    defer { index &+= 1 }
    let value = NeutralDecoder.make(type, round: neutralRound ?? 0)
    if value == nil { core.pointee.lacksNeutral = true }
    return value
  }

  /// A made-up value of a type with raw values: its first case if it can list them.
  public mutating func _neutralRaw<Value: RawRepresentable>(_ type: Value.Type) -> Value?
  where Value.RawValue: _StorableValue {
    defer { index &+= 1 }
    let value = NeutralDecoder.makeRaw(type, round: neutralRound ?? 0)
    if value == nil { core.pointee.lacksNeutral = true }
    return value
  }

  /// Passes over an optional attribute that gets no value in this round.
  public mutating func _passNeutral<Value>(_ type: Value.Type) {
    if !_isPresentRound { index &+= 1 }
  }

  /// Notes that the value just read is not one of its type, and stands in for it.
  public mutating func _unreadable<Value>(_ type: Value.Type) -> Value? {
    fail(index - 1, "the stored value is none of \(Value.self)")
    return NeutralDecoder.make(type, round: -1)
  }

  /// Reads the next attribute as a structured value.
  mutating func structured<Value: Codable>(_ type: Value.Type) -> Value? {
    let place = index
    guard let field = field() else { return NeutralDecoder.absent(type) }
    do {
      return try StructuredDecoder.decode(type, from: StructuredNode(reading: view.bytes(field)))
    } catch {
      fail(place, "\(error)")
      return NeutralDecoder.make(type, round: -1)
    }
  }
}

extension _RecordEncoder {
  /// Writes the next attribute as a structured value; an absent optional is left out.
  func append<Value: Codable>(structured value: Value) {
    if isNil(value) { return appendNil() }
    guard begin() else { return }
    do {
      let bytes = try StructuredEncoder.encode(value).bytes
      bytes.withUnsafeBytes { core.pointee.writer.append(bytes: $0) }
    } catch {
      core.pointee.writer.appendNull()
      fail(.encodingFailed(entity: core.pointee.entity.name, property: currentName, reason: "\(error)"))
    }
  }
}

/// Whether a value is an optional without value.
func isNil<Value>(_ value: Value) -> Bool { (value as? any OptionalValue)?.isNone ?? false }

extension NeutralDecoder {
  /// What an attribute without a stored value has.
  static func absent<Value>(_ type: Value.Type) -> Value? {
    if let optional = Value.self as? any OptionalValue.Type { return optional.absent as? Value }
    return make(type, round: -1)
  }

  /// A made-up value of a type with raw values.
  static func makeRaw<T: RawRepresentable>(_ type: T.Type, round: Int) -> T?
  where T.RawValue: _StorableValue {
    if let enumeration = T.self as? any CaseIterable.Type {
      return anyCase(enumeration, round) as? T
    }
    return firstPattern(type) ?? T(rawValue: T.RawValue._sample(max(round, 0)))
  }

  private static func anyCase<T: CaseIterable>(_ type: T.Type, _ round: Int) -> T? {
    var cases = Array(type.allCases)
    if round > 0 { cases.reverse() }
    return cases.first
  }
}

/// Equality of values whose type is known only at run time.
enum AnyEquality {
  /// Whether both are equal; values without equality count as equal.
  static func areEqual<Value>(_ a: Value, _ b: Value) -> Bool {
    guard let a = a as? any Equatable else { return true }
    return compare(a, b)
  }

  private static func compare<E: Equatable>(_ a: E, _ b: Any) -> Bool { (b as? E) == a }
}
