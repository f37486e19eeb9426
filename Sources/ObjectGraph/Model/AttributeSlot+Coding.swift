extension _AttributeSlot {
  /// Whether the next field is to be read. If not, passes over it, and gives up a value that is read later.
  @inlinable
  mutating func takes(_ record: inout _RecordDecoder) -> Bool {
    if record.wants() { return true }
    if record._drops { value = nil }
    return false
  }
}

extension _AttributeSlot where Value: _StorableValue {
  /// Writes the value as the next field.
  @inlinable
  public func encode(into record: inout _RecordEncoder) {
    guard let value else { return record._appendUnread() }
    value._encode(into: &record)
  }

  /// Reads the next field.
  @inlinable
  public mutating func decode(from record: inout _RecordDecoder) {
    guard takes(&record) else { return }
    value = record._isNeutral ? record._neutral(Value.self) : Value._decode(from: &record)
  }
}

extension _AttributeSlot where Value: RawRepresentable, Value.RawValue: _StorableValue {
  /// Writes the raw value as the next field.
  @inlinable
  public func encode(into record: inout _RecordEncoder) {
    guard let value else { return record._appendUnread() }
    value.rawValue._encode(into: &record)
  }

  /// Reads the next field as a raw value.
  @inlinable
  public mutating func decode(from record: inout _RecordDecoder) {
    guard takes(&record) else { return }
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
    guard let value else { return record._appendUnread() }
    if let wrapped = value {
      wrapped.rawValue._encode(into: &record)
    } else {
      record._appendNil()
    }
  }

  /// Reads the next field as a raw value or its absence.
  @inlinable
  public mutating func decode<Wrapped: RawRepresentable>(from record: inout _RecordDecoder)
  where Value == Wrapped?, Wrapped.RawValue: _StorableValue {
    guard takes(&record) else { return }
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
    guard let value else { return record._appendUnread() }
    record.append(structured: value)
  }

  /// Reads the next field as a structured value.
  @_disfavoredOverload
  public mutating func decode(from record: inout _RecordDecoder) {
    guard takes(&record) else { return }
    value = record._isNeutral ? record._neutral(Value.self) : record.structured(Value.self)
  }
}
