extension _AttributeSlot where Value: _StorableValue {
  /// Writes the value as the next field.
  @inlinable
  public func encode(into record: inout _RecordEncoder) { value.unsafelyUnwrapped._encode(into: &record) }

  /// Reads the next field.
  @inlinable
  public mutating func decode(from record: inout _RecordDecoder) {
    guard record.wants() else { return }
    value = record._isNeutral ? record._neutral(Value.self) : Value._decode(from: &record)
  }
}

extension _AttributeSlot where Value: RawRepresentable, Value.RawValue: _StorableValue {
  /// Writes the raw value as the next field.
  @inlinable
  public func encode(into record: inout _RecordEncoder) {
    value.unsafelyUnwrapped.rawValue._encode(into: &record)
  }

  /// Reads the next field as a raw value.
  @inlinable
  public mutating func decode(from record: inout _RecordDecoder) {
    guard record.wants() else { return }
    if record._isNeutral {
      value = record._neutralRaw(Value.self)
      return
    }
    if let read = Value(rawValue: Value.RawValue._decode(from: &record)) {
      value = read
    } else {
      value = record._unreadable(Value.self)
    }
  }
}

extension _AttributeSlot {
  /// Writes the raw value, or its absence, as the next field.
  @inlinable
  public func encode<Wrapped: RawRepresentable>(into record: inout _RecordEncoder)
  where Value == Wrapped?, Wrapped.RawValue: _StorableValue {
    if let wrapped = value.unsafelyUnwrapped {
      wrapped.rawValue._encode(into: &record)
    } else {
      record._appendNil()
    }
  }

  /// Reads the next field as a raw value or its absence.
  @inlinable
  public mutating func decode<Wrapped: RawRepresentable>(from record: inout _RecordDecoder)
  where Value == Wrapped?, Wrapped.RawValue: _StorableValue {
    guard record.wants() else { return }
    if record._isNeutral {
      value = .some(record._isPresentRound ? record._neutralRaw(Wrapped.self) : nil)
      record._passNeutral(Wrapped.self)
      return
    }
    if record._skipsNil() {
      value = .some(nil)
    } else if let read = Wrapped(rawValue: Wrapped.RawValue._decode(from: &record)) {
      value = read
    } else {
      value = record._unreadable(Value.self)
    }
  }
}

extension _AttributeSlot where Value: Codable {
  /// Writes the value as a structured value.
  @_disfavoredOverload
  public func encode(into record: inout _RecordEncoder) {
    record.append(structured: value.unsafelyUnwrapped)
  }

  /// Reads the next field as a structured value.
  @_disfavoredOverload
  public mutating func decode(from record: inout _RecordDecoder) {
    guard record.wants() else { return }
    value = record._isNeutral ? record._neutral(Value.self) : record.structured(Value.self)
  }
}
